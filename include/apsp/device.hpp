// SPDX-License-Identifier: MIT
/// \file
/// The devices that a solve runs on. GPUs take a module of the library, apsp-cuda, which is looked
/// for when a solve or devices() first needs it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace apsp {

/// Where a solve computes.
enum class Device {
  kAuto,  ///< one GPU where there is one and it is predicted to be faster, else the processors
  kCpu,   ///< the processors of this machine
  kGpu,   ///< one GPU
  kGpus,  ///< several GPUs of this machine
};

/// Returns "auto", "cpu", "gpu" or "gpus".
[[nodiscard]] constexpr std::string_view name(Device device) {
  constexpr std::array<std::string_view, 4> kNames = {"auto", "cpu", "gpu", "gpus"};
  return kNames[static_cast<std::size_t>(device)];
}

/// A GPU, as its driver describes it.
struct Gpu {
  int number = 0;            ///< among those that this process may use, as CUDA counts them
  std::string name = {};     ///< "NVIDIA H200"
  std::uint64_t memory = 0;  ///< bytes in all

  /// Compares all members.
  friend bool operator==(const Gpu&, const Gpu&) = default;
};

/// Returns the GPUs that this process may use, ascending by number, at least one. Throws
/// Error(kNoDevice) with the reason where there is none: no module, a module of another version, no
/// driver, no device.
[[nodiscard]] std::vector<Gpu> devices();

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
