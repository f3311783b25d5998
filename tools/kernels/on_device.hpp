// SPDX-License-Identifier: MIT
// A guarded operand in device memory, guards included.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "tools/kernels/guarded.hpp"

namespace apsp::kernels {

/// A copy of `host`, which must outlive it, on the current device. Its elements are 256-byte
/// aligned, as cudaMalloc's memory: the guard before them is whole such lines.
template <typename T>
class OnDevice {
 public:
  explicit OnDevice(Guarded<T>& host)
      : host_(host), memory_(gpu::allocate_device<std::byte>(host.bytes())) {
    gpu::check(cudaMemcpy(memory_.get(), host_.begin(), host_.bytes(), cudaMemcpyHostToDevice),
               "copy an operand to the device");
    gpu::check(cudaDeviceSynchronize(), "wait for an operand");  // may be on its way still
  }

  [[nodiscard]] T* data() { return reinterpret_cast<T*>(memory_.get() + kGuardBytes); }

  /// The elements as the words that kernels compute on, 64 bits of doubles.
  using Bits = std::conditional_t<sizeof(T) == sizeof(std::uint64_t), std::uint64_t, std::uint32_t>;
  [[nodiscard]] Bits* words() { return reinterpret_cast<Bits*>(data()); }

  /// Waits for the kernels before and brings operand and guards back into the host's.
  void download() {
    gpu::check(cudaDeviceSynchronize(), "wait for a kernel");
    gpu::check(cudaMemcpy(host_.begin(), memory_.get(), host_.bytes(), cudaMemcpyDeviceToHost),
               "copy an operand to the host");
  }

 private:
  static_assert(kGuardBytes % 256 == 0);

  Guarded<T>& host_;
  gpu::DeviceMemory<std::byte> memory_;
};

}  // namespace apsp::kernels
