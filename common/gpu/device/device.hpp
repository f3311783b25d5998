// SPDX-License-Identifier: MIT
// The GPUs of the machine, and the check that these programs run on them.
#pragma once

#include <cstddef>
#include <string>

namespace apsp::gpu {

/// A GPU, as CUDA describes it.
struct Device {
  int id = 0;              // among the visible devices
  std::string name;        // "NVIDIA H200"
  int capability = 0;      // 90 for 9.0
  std::size_t memory = 0;  // bytes in all
};

/// Makes CUDA load all kernels when it starts, not each at its first launch, unless the environment
/// says otherwise. Sets CUDA_MODULE_LOADING: call it from main, before any thread starts.
void load_kernels_at_start();

/// Returns the number of devices that CUDA_VISIBLE_DEVICES leaves. Throws Error(kNoDevice) if there
/// is none, or the driver is missing or too old.
[[nodiscard]] int visible_devices();

/// Describes device `id` without starting it. Throws Error(kUsage) for a number that is not
/// visible, Error(kNoDevice) for a device older than these programs are compiled for.
[[nodiscard]] Device describe_device(int id);

/// Names of a visible device.
struct DeviceIdentity {
  std::string name;  // that no other device in the world has
  std::string bus;   // of its PCI bus: slices of one GPU may share it
};
[[nodiscard]] DeviceIdentity identity_of_device(int id);

/// Returns the device in whose memory the weights and the rows of a problem lie. Throws
/// Error(kUsage) where one of them lies in host memory, or they lie on two devices.
[[nodiscard]] int device_of_memory(const void* weights, const void* rows);

/// Makes device `id` current for the calling thread and starts CUDA on it, which is slow the first
/// time. Throws as describe_device().
[[nodiscard]] Device open_device(int id);

/// Bytes that the current device has left.
[[nodiscard]] std::size_t free_device_memory();

/// Throws Error(kMemory), with both numbers and `hint` on a second line, unless `bytes` are free on
/// the current device.
void require_device_memory(std::size_t bytes, const std::string& what, const std::string& hint);

}  // namespace apsp::gpu
