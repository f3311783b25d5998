// SPDX-License-Identifier: MIT
#include "hw3-1/search/bit_kernels.hpp"

namespace apsp::cpu {

const BitKernels& bit_kernels(std::string_view name) {
  static constexpr std::array kSets = {
#ifdef APSP_X86
      &kAvx512Bits, &kAvx2Bits, &kSse41Bits,
#endif
      &kPortableBits};
  for (const BitKernels* set : kSets) {
    if (set->name == name) return *set;
  }
  return kPortableBits;
}

}  // namespace apsp::cpu
