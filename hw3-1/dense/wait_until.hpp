// SPDX-License-Identifier: MIT
#pragma once

#include <sched.h>

namespace apsp::cpu {

/// Waits until `ready` holds. Spins a little, then yields the processor: there may be more threads
/// than processors.
template <typename Condition>
void wait_until(Condition ready) {
  for (int spins = 0; !ready(); ++spins) {
    if (spins > 1000) sched_yield();
  }
}

}  // namespace apsp::cpu
