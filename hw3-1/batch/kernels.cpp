// SPDX-License-Identifier: MIT
#include "hw3-1/batch/kernels.hpp"

#include <array>

#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

const BatchKernels& choose_batch_kernels(std::string_view name) {
  static constexpr std::array kSets = {
#ifdef APSP_X86
      &kAvx512Batch, &kAvx2Batch, &kSse41Batch,
#endif
      &kPortableBatch};
  const std::string_view chosen = choose_kernels(name).name;
  for (const BatchKernels* set : kSets) {
    if (set->name == chosen) return *set;
  }
  return kPortableBatch;
}

}  // namespace apsp::cpu
