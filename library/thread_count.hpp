// SPDX-License-Identifier: MIT
// The number of threads of one call, without a trace of it afterwards.
#pragma once

#include <omp.h>

namespace apsp {

/// While it lives, parallel regions that the calling thread starts have `threads` threads; 0: as
/// many as before. OpenMP keeps this number for each thread that calls it, so that other callers
/// are not concerned. Construct and destroy it in one thread.
class ThreadCount {
 public:
  explicit ThreadCount(int threads) : before_(omp_get_max_threads()) {
    if (threads > 0) omp_set_num_threads(threads);
  }
  ~ThreadCount() { omp_set_num_threads(before_); }
  ThreadCount(const ThreadCount&) = delete;
  ThreadCount& operator=(const ThreadCount&) = delete;

 private:
  int before_;
};

}  // namespace apsp
