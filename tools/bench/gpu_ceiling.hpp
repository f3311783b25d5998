// SPDX-License-Identifier: MIT
// Rates of one GPU's integer pipes and memory in (min, +) work.
#pragma once

namespace apsp::gpu {

struct GpuCeiling {
  double s32;   // relaxes a second
  double u16;   // relaxes a second
  double copy;  // bytes a second of a copy inside the device, read and written ones
};

/// Measures the current device, number `device`, in less than a second. The loop is the product
/// kernel's own, two steps of k at a time from shared memory. It has no global memory, no barriers,
/// no first and last part. So no solver on this device relaxes faster with these instructions.
/// Throws what check() throws.
[[nodiscard]] GpuCeiling measure_gpu_ceiling(int device);

}  // namespace apsp::gpu
