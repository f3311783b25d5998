// SPDX-License-Identifier: MIT
#include "labs/common/lab.hpp"

#include <cuda_runtime.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "labs/common/ceilings.hpp"
#include "labs/common/launch.hpp"

namespace apsp::labs {
namespace {

constexpr std::size_t kCopyBytes = std::size_t{1} << 30;
constexpr std::size_t kMostSizes = 16;
constexpr double kMeasuredSeconds = 1e-3;  // of one measurement, at least
constexpr int kMostRuns = 100;             // in one measurement

void print(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw Error(Fault::kOutput, "standard output cannot be written");
  }
}

int attribute(cudaDeviceAttr which) {
  int device = 0;
  int value = 0;
  gpu::check(cudaGetDevice(&device), "ask for the current device");
  gpu::check(cudaDeviceGetAttribute(&value, which, device), "read the device's attributes");
  return value;
}

void enable_peer(int device, int other) {
  select_device(device);
  int able = 0;
  gpu::check(cudaDeviceCanAccessPeer(&able, device, other), "ask for peer access");
  if (able != 0) gpu::check(cudaDeviceEnablePeerAccess(other, 0), "enable peer access");
}

/// Seconds of `runs` runs, one behind the other.
double seconds_of(const std::function<void()>& enqueue, int runs) {
  const gpu::Event start = gpu::make_timed_event();
  const gpu::Event stop = gpu::make_timed_event();
  gpu::check(cudaEventRecord(start.get()), "record an event");
  for (int run = 0; run < runs; ++run) enqueue();
  gpu::check(cudaEventRecord(stop.get()), "record an event");
  gpu::check(cudaEventSynchronize(stop.get()), "run a step");
  float milliseconds = 0;
  gpu::check(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()), "read the time");
  return static_cast<double>(milliseconds) / 1e3;
}

double copy_rate(int repeats) {
  const auto from = gpu::allocate_device<std::byte>(kCopyBytes);
  const auto to = gpu::allocate_device<std::byte>(kCopyBytes);
  gpu::check(cudaMemset(from.get(), 0x5a, kCopyBytes), "fill device memory");
  const double seconds = median_seconds(
      [&] {
        gpu::check(cudaMemcpyAsync(to.get(), from.get(), kCopyBytes, cudaMemcpyDeviceToDevice),
                   "copy inside the device");
      },
      repeats);
  return 2.0 * static_cast<double>(kCopyBytes) / seconds;
}

/// Operations a second of a kernel that `enqueue` launches and counts.
template <typename T>
double issue_rate(double (*enqueue)(T*), int repeats) {
  const auto out = gpu::allocate_device<T>(ceiling_elements());
  double operations = 0;
  const double seconds = median_seconds([&] { operations = enqueue(out.get()); }, repeats);
  return operations / seconds;
}

}  // namespace

unsigned processors() {
  return static_cast<unsigned>(attribute(cudaDevAttrMultiProcessorCount));
}

int shared_bytes() {
  return attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
}

void select_device(int device) {
  gpu::check(cudaSetDevice(device), "select a device");
}

void enable_peers() {
  [[maybe_unused]] static const bool enabled = [] {  // to enable one twice is an error of CUDA
    enable_peer(1, 0);
    enable_peer(0, 1);
    return true;
  }();
  select_device(0);
}

double median_seconds(const std::function<void()>& enqueue, int repeats) {
  const double first = seconds_of(enqueue, 1);
  const double second = std::min(first, seconds_of(enqueue, 1));
  const int runs =
      std::clamp(static_cast<int>(kMeasuredSeconds / std::max(second, 1e-6)), 1, kMostRuns);
  std::vector<double> seconds(static_cast<std::size_t>(repeats));
  for (double& value : seconds) value = seconds_of(enqueue, runs) / runs;
  const auto middle = seconds.begin() + repeats / 2;
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

Session::Session(const Options& options)
    : options_(options), cache_(static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize))) {
  gpu::check(cudaGetDevice(&device_), "ask for the current device");
}

bool Session::has_pair(const std::string& step) const {
  if (device_ == 0 && gpu::visible_devices() > 1) return true;
  print(fmt::format("{}: left out, it needs devices 0 and 1\n", step));
  return false;
}

const Limit& Session::copy() {
  if (!copy_) {
    copy_ = {"copy", "GB/s", 1e9, options_.check_only ? 0 : copy_rate(options_.repeats)};
  }
  return *copy_;
}

const Limit& Session::multiply_adds() {
  if (!multiply_adds_) {
    multiply_adds_ = {
        "multiply-adds", "G/s", 1e9,
        options_.check_only ? 0 : issue_rate<float>(enqueue_multiply_adds, options_.repeats)};
  }
  return *multiply_adds_;
}

const Limit& Session::relaxations() {
  if (!relaxations_) {
    relaxations_ = {
        "relaxations", "G/s", 1e9,
        options_.check_only ? 0 : issue_rate<int>(enqueue_relaxations, options_.repeats)};
  }
  return *relaxations_;
}

void Session::head(const std::string& title, const Limit& limit, std::size_t footprint) {
  limit_ = limit;
  if (options_.check_only) {
    print(fmt::format("\n{}\n", title));
    return;
  }
  print(fmt::format("\n{}; limit: {}, {:.0f} {}\n", title, limit.name,
                    limit.per_second / limit.scale, limit.unit));
  if (footprint < cache_) {
    print("The operands fit in L2: shares of a copy between memories may pass 100 %.\n");
  }
  print(fmt::format("| {:<32} | {:>10} | {:>8} | {:>8} |\n", "step", "time, ms", limit.unit,
                    "of limit"));
  print(fmt::format("|{:-<34}|{:->11}:|{:->9}:|{:->9}:|\n", "", "", "", ""));
}

void Session::row(const Step& step) {
  try {
    step.enqueue();
    step.check();
  } catch (const Error& error) {
    throw Error(error.fault(), fmt::format("step {}: {}", step.name, error.what()));
  }
  if (options_.check_only) {
    print(fmt::format("{}: right\n", step.name));
    return;
  }
  const double seconds = median_seconds(step.enqueue, options_.repeats);
  const double rate = step.work / seconds;
  print(fmt::format("| {:<32} | {:>10.4f} | {:>8.0f} | {:>6.1f} % |\n", step.name, 1e3 * seconds,
                    rate / limit_.scale, 1e2 * rate / limit_.per_second));
}

int run_lab(int argc, char** argv, const Lab& lab) {
  return run_program(lab.name, [&] {
    OptionParser parser(lab.name, lab.name + ": " + lab.summary,
                        "Each step is checked before it is timed. labs/README.md explains them.\n"
                        "\n"
                        "Exit codes are those of hw3-2: 6 where no GPU is, 1 for a wrong result.");
    Session::Options options{.sizes = lab.sizes};
    parser.add_integers("--sizes", kMostSizes, 1, static_cast<std::int64_t>(lab.largest), lab.size,
                        [&](const std::vector<std::int64_t>& sizes) {
                          options.sizes.assign(sizes.begin(), sizes.end());
                        });
    parser.add_integer("--repeats", 1, 1000, "measurements a step; default: 9",
                       [&](std::int64_t n) { options.repeats = static_cast<int>(n); });
    parser.add_flag("--check-only", "check each step, time none", options.check_only);
    int id = 0;
    parser.add_integer("--device", 0, 1023, "which of the visible GPUs; default: 0",
                       [&](std::int64_t n) { id = static_cast<int>(n); });
    if (lab.add_options) lab.add_options(parser);
    if (!parser.parse(argc, argv)) return;
    const gpu::Device device = gpu::open_device(id);
    print(fmt::format("{} on {}\n", lab.name, device.name));
    Session session(options);
    for (const std::size_t size : options.sizes) lab.run(session, size);
  });
}

}  // namespace apsp::labs
