// SPDX-License-Identifier: MIT
#include "library/matrix/number_loops.hpp"

#include <vector>

namespace apsp {

std::span<const NumberLoops* const> runnable_number_loops() {
  static const std::vector<const NumberLoops*> runnable = [] {
    std::vector<const NumberLoops*> loops;
#if defined(__x86_64__)
    for (const NumberLoops* set : {&kAvx512NumberLoops, &kAvx2NumberLoops}) {
      if (set->runnable()) loops.push_back(set);
    }
#endif
    loops.push_back(&kPortableNumberLoops);
    return loops;
  }();
  return runnable;
}

}  // namespace apsp
