// SPDX-License-Identifier: MIT
#include "common/base/threads.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

// LLVM's OpenMP runtime has these, if it is the one that runs.
extern "C" {
[[gnu::weak]] int kmp_get_blocktime();
[[gnu::weak]] void kmp_set_blocktime(int milliseconds);
}

namespace apsp {
namespace {

/// Returns how long threads wait awake for the next region; 0 where the runtime does not tell.
int wait_awake() {
  return kmp_get_blocktime == nullptr ? 0 : kmp_get_blocktime();
}

void wait_awake(int milliseconds) {
  if (kmp_set_blocktime != nullptr) kmp_set_blocktime(milliseconds);
}

}  // namespace

void use_threads(std::int64_t threads) {
  omp_set_num_threads(static_cast<int>(threads));
}

int threads_for(double seconds, double seconds_each) {
  // LLVM's runtime says 0 where OMP_NUM_THREADS is no number.
  const double most = std::max(1, omp_get_max_threads());
  return static_cast<int>(std::clamp(std::round(std::sqrt(seconds / seconds_each)), 1.0, most));
}

ThreadCount::ThreadCount(int threads)
    : before_(omp_get_max_threads()), awake_before_(wait_awake()) {
  constexpr int kAwake = 1;
  if (awake_before_ > kAwake) wait_awake(kAwake);
  if (threads > 0) omp_set_num_threads(threads);
}

ThreadCount::~ThreadCount() {
  omp_set_num_threads(before_);
  if (awake_before_ > 0) wait_awake(awake_before_);
}

}  // namespace apsp
