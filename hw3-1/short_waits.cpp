// SPDX-License-Identifier: MIT
// How long hw3-1's threads wait awake, where GNU's OpenMP runtime is linked into the program.
#include <cstdlib>

namespace {

/// Runs before the runtime reads its environment. By its own choice a thread waits awake for
/// 300,000 looks, up to twelve milliseconds, at each end of a loop. On a processor that another
/// program wants, it waits all that time for a thread that does not run. No call changes that
/// later.
[[gnu::constructor(101)]] void wait_shortly() {
  constexpr const char* kLooks = "5000";  // 0.1 to 0.2 ms
  if (std::getenv("OMP_WAIT_POLICY") == nullptr) (void)setenv("GOMP_SPINCOUNT", kLooks, 0);
}

}  // namespace
