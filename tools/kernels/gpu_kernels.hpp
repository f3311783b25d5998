// SPDX-License-Identifier: MIT
// The kernels that hw3-2 and hw3-3 share.
#pragma once

#include "tools/kernels/kernel_case.hpp"

namespace apsp::kernels {

/// Appends the GPU kernels, in each word, of the first visible device. Without a device they are
/// absent and say why; a build without CUDA has one absent line.
void add_gpu_kernels(KernelList& list);

}  // namespace apsp::kernels
