// SPDX-License-Identifier: MIT
// Small arrays on their way to a device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"

namespace apsp::gpu {

/// Copies `items` to device memory and waits for it: their host memory may go. cudaMemcpy() alone
/// may return before the bytes have arrived, which streams of ours do not wait for.
template <typename T>
void send(const std::vector<T>& items, T* device, cudaStream_t stream) {
  if (items.empty()) return;
  check(cudaMemcpyAsync(device, items.data(), items.size() * sizeof(T), cudaMemcpyHostToDevice,
                        stream),
        "copy to the device");
  check(cudaStreamSynchronize(stream), "copy to the device");
}

/// Returns a copy of `items` in device memory.
template <typename T>
[[nodiscard]] DeviceMemory<T> sent(const std::vector<T>& items, cudaStream_t stream) {
  DeviceMemory<T> device = allocate_device<T>(std::max<std::size_t>(1, items.size()));
  send(items, device.get(), stream);
  return device;
}

}  // namespace apsp::gpu
