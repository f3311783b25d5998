// SPDX-License-Identifier: MIT
// The limits of one device, measured by kernels that do nothing else.
#pragma once

#include <cstddef>

namespace apsp::labs {

/// Enqueues a kernel of fused multiply-adds on registers and returns how many it does.
[[nodiscard]] double enqueue_multiply_adds(float* out);

/// The same for min(c, a + b) on 32-bit integers.
[[nodiscard]] double enqueue_relaxations(int* out);

/// Elements of `out` that these two need.
[[nodiscard]] std::size_t ceiling_elements();

}  // namespace apsp::labs
