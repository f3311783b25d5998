// SPDX-License-Identifier: MIT
#include "common/ranks/launch.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "common/base/error.hpp"
#include "common/ranks/module.hpp"
#include "common/ranks/module_file.hpp"

namespace apsp {
namespace {

std::optional<std::size_t> number(const char* text) {
  if (text == nullptr) return std::nullopt;
  const std::string_view digits = text;
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// Returns the launcher's words.
Launch find_launch(const Variable& variable) {
  if (const char* ranks = variable("APSP_RANKS")) {
    if (std::string_view(ranks) == "1") return {};
    throw Error(Fault::kUsage,
                fmt::format("APSP_RANKS is '{}', expected 1: every task solves for itself", ranks));
  }
  const auto launch = [&](const char* tasks, const char* task) -> std::optional<Launch> {
    const std::optional<std::size_t> count = number(variable(tasks));
    const std::optional<std::size_t> own = number(variable(task));
    if (!count || !own || *count <= *own) return std::nullopt;
    return Launch{*count, *own};
  };
  if (const auto mpirun = launch("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK")) return *mpirun;
  if (const auto hydra = launch("PMI_SIZE", "PMI_RANK")) return *hydra;
  const auto step = launch("SLURM_STEP_NUM_TASKS", "SLURM_PROCID");
  if (!step) return {};
  const bool connected = variable("PMIX_RANK") != nullptr || variable("PMI_RANK") != nullptr;
  return connected ? *step : Launch{1, 0, step->tasks};
}

Launch with_seconds(Launch launch, const char* text) {
  if (text == nullptr || launch.tasks == 1) return launch;
  const std::optional<std::size_t> seconds = number(text);
  constexpr std::size_t kMost = 1'000'000;
  if (!seconds || *seconds == 0 || *seconds > kMost) {
    throw Error(
        Fault::kUsage,
        fmt::format("APSP_RANKS_SECONDS is '{}', expected a number from 1 to {}", text, kMost));
  }
  launch.seconds = static_cast<double>(*seconds);
  return launch;
}

/// Loads the module that speaks MPI.
void* load(const Launch& launch) {
  const ModuleFile module = load_module(kModuleName);
  if (module.handle != nullptr) return module.handle;
  if (module.found) {
    throw Error(Fault::kUsage, fmt::format("{} tasks make one solve through MPI, but its module "
                                           "cannot be loaded: {}",
                                           launch.tasks, module.reason));
  }
  throw Error(
      Fault::kUsage,
      fmt::format("{} tasks make one solve through MPI, but its module was not built: {}\n"
                  "install libopenmpi-dev or libmpich-dev and run make build, or start one task; "
                  "with APSP_RANKS=1 every task solves for itself",
                  launch.tasks, module.reason));
}

}  // namespace

Launch read_launch(const Variable& variable) {
  const Launch launch = find_launch(variable);
  return with_seconds(launch, variable("APSP_RANKS_SECONDS"));
}

std::unique_ptr<Ranks> join_ranks(const Launch& launch, const Lobby& lobby) {
  void* const module = load(launch);
  const auto* version = static_cast<const char* const*>(::dlsym(module, "apsp_ranks_version"));
  const auto open = reinterpret_cast<OpenRanks*>(::dlsym(module, "apsp_open_ranks"));
  if (version == nullptr || open == nullptr || std::string_view(*version) != APSP_VERSION) {
    throw Error(Fault::kUsage, fmt::format("the module {} is of another version, expected {}",
                                           kModuleName, APSP_VERSION));
  }
  return std::unique_ptr<Ranks>(open(launch, lobby));
}

}  // namespace apsp
