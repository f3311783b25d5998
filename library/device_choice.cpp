// SPDX-License-Identifier: MIT
#include "library/device_choice.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "apsp/device.hpp"
#include "common/base/error.hpp"
#include "hw3-1/backend.hpp"
#include "library/call.hpp"
#include "library/gpu_module.hpp"
#include "library/module_backend.hpp"

namespace apsp {
namespace {

constexpr std::size_t kMostGpus = 8;
constexpr double kStart = kWorthALook / 2;  // seconds until CUDA has started

/// GPUs compare doubles by the pipe that adds them: an H200 makes 5.2 T relax/s, not the 8.2 that
/// their bytes would give.
constexpr double kDoubles = 1.6;

bool wants_several(const Settings& settings) {
  return settings.device == Device::kGpus ||
         (settings.device == Device::kAuto && settings.gpus.size() > 1);
}

std::unique_ptr<Backend> make_backend_of_gpus(const Settings& settings) {
  std::unique_ptr<module::Engine> engine;
  require_done(
      gpu_module().make_engine({wants_several(settings), settings.gpus, settings.method}, engine));
  return std::make_unique<ModuleBackend>(std::move(engine));
}

/// Whether the settings and the graph leave a choice to Device::kAuto.
bool leaves_choice(const Settings& settings, const Problem& problem) {
  return settings.device == Device::kAuto && settings.method != Method::kSearch &&
         settings.width != Width::kU8 && settings.instruction_set.empty() &&
         problem.graph.smallest_weight >= 0 && problem.rows.size() > 0;
}

}  // namespace

void require_possible_devices(const Settings& settings) {
  const std::size_t most = settings.device == Device::kGpu ? 1 : kMostGpus;
  if (settings.gpus.size() > most) {
    throw Error(
        Fault::kUsage,
        fmt::format("gpus has {} numbers, expected {} for device {}", settings.gpus.size(),
                    most == 1 ? "at most 1" : fmt::format("0 to {}", most), name(settings.device)));
  }
  if (settings.device != Device::kGpu && settings.device != Device::kGpus) return;
  if (settings.width == Width::kU8) {
    throw Error(Fault::kUsage, fmt::format("width is u8, expected u16 or s32 for device {}",
                                           name(settings.device)));
  }
}

Chosen faster_gpus(const Settings& settings, const Problem& problem, Width width, double seconds,
                   Observer& observer) {
  const auto stay = [&](const std::string& reason) {
    observer.fact("device_choice", "cpu: " + reason);
    return Chosen{};
  };
  try {
    const std::vector<Gpu> usable = devices();
    Settings chosen = settings;
    if (chosen.gpus.empty()) chosen.gpus = {usable.front().number};
    std::unique_ptr<Backend> gpus = make_backend_of_gpus(chosen);
    Plan plan = gpus->plan(problem);
    const double predicted = kStart + plan.pace.seconds(width) * (width == kF64 ? kDoubles : 1);
    if (predicted >= seconds) {
      return stay(fmt::format("GPUs are predicted to take {:.2f} s, processors {:.2f} s", predicted,
                              seconds));
    }
    gpus->require_fit(problem, plan, settings.width.value_or(width));
    return {std::move(gpus), std::move(plan)};
  } catch (const Error& error) {
    if (error.fault() != Fault::kNoDevice && error.fault() != Fault::kMemory) throw;
    return stay(error.what());
  }
}

std::unique_ptr<Backend> backend_of_gpus(const Settings& settings) {
  require_possible_devices(settings);
  return make_backend_of_gpus(settings);
}

Chosen choose_backend(const Settings& settings, const Problem& problem, Observer& observer) {
  require_possible_devices(settings);
  if (settings.device == Device::kGpu || settings.device == Device::kGpus) {
    return {make_backend_of_gpus(settings)};
  }
  auto processors = std::make_unique<cpu::Backend>(
      cpu::Options{.isa = settings.instruction_set,
                   .method = settings.method,
                   .threads = settings.threads > 0 ? std::optional(settings.threads) : std::nullopt,
                   .memory = settings.memory});
  if (!leaves_choice(settings, problem)) return {std::move(processors)};
  Plan plan = processors->plan(problem);
  const double seconds = plan.pace.seconds(Width::kU16);
  if (seconds >= kWorthALook) {
    Problem seen = problem;
    if (const Distance longest = plan.sample.longest; longest > 0) {
      seen.seen = [longest] { return longest; };
    }
    Chosen gpus = faster_gpus(settings, seen, Width::kU16, seconds, observer);
    if (gpus.backend) return gpus;
  }
  return {std::move(processors), std::move(plan)};
}

std::vector<Gpu> devices() {
  return with_memory_errors([] {
    std::vector<Gpu> found;
    require_done(gpu_module().gpus(found));
    return found;
  });
}

}  // namespace apsp
