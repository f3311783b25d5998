// SPDX-License-Identifier: MIT
#include "common/rows/lane_loops.hpp"

#include <vector>

namespace apsp {

std::span<const LaneLoops* const> runnable_lane_loops() {
  static const std::vector<const LaneLoops*> runnable = [] {
    std::vector<const LaneLoops*> loops;
#if defined(__x86_64__)
    for (const LaneLoops* set : {&kAvx512LaneLoops, &kAvx2LaneLoops}) {
      if (set->runnable()) loops.push_back(set);
    }
#endif
    loops.push_back(&kPortableLaneLoops);
    return loops;
  }();
  return runnable;
}

}  // namespace apsp
