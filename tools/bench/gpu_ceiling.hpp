// SPDX-License-Identifier: MIT
// The most (min, +) work that one GPU's pipes and memory can do.
#pragma once

namespace apsp::gpu {

struct GpuCeiling {
  double s32;   // relaxes a second
  double u16;   // relaxes a second
  double f32;   // relaxes a second
  double f64;   // relaxes a second
  double copy;  // bytes a second of a copy inside the device, read and written ones
};

/// Measures the current device, number `device`, in less than a second. The loop is the product
/// kernel's own: two steps of k at a time from shared memory. Without its global memory, barriers,
/// first and last part no solver on this device relaxes faster with these instructions. Throws what
/// check() throws.
[[nodiscard]] GpuCeiling measure_gpu_ceiling(int device);

}  // namespace apsp::gpu
