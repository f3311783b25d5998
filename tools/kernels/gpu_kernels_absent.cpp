// SPDX-License-Identifier: MIT
// Stands for the GPU kernels in a build without CUDA.
#include "tools/kernels/gpu_kernels.hpp"

namespace apsp::kernels {

void add_gpu_kernels(KernelList& list) {
  KernelCase absent{};
  absent.set = absent.isa = "gpu";
  absent.width = "s32";
  absent.kernel = "all";
  absent.absent = "built without CUDA";
  list.push_back(absent);
}

}  // namespace apsp::kernels
