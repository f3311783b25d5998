// SPDX-License-Identifier: MIT
// How many of OpenMP's threads work takes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace apsp {

/// The largest number of threads that --threads and OMP_NUM_THREADS may ask for.
inline constexpr int kMostThreads = 4096;

/// Makes `threads`, in [1, kMostThreads], OpenMP's default for the regions that the calling thread
/// starts from now on.
void use_threads(std::int64_t threads);

/// Whether a pass over so many edges or elements is for all threads: one takes a millisecond and
/// more. Other numbers of threads are none for a pass: GNU's runtime ends those that a region
/// leaves out, and starts them anew for the next.
[[nodiscard]] inline bool is_for_threads(std::size_t elements) {
  return elements >= std::size_t{1} << 20;
}

/// Returns how many threads, up to OpenMP's default number, soonest finish work that takes one so
/// many seconds. Each costs `seconds_each` to start, to wake and to wait for: n threads take
/// seconds / n + n seconds_each.
[[nodiscard]] int threads_for(double seconds, double seconds_each = 0.3e-3);

/// While it lives, parallel regions that the calling thread starts have `threads` threads; 0: as
/// many as before. Between regions they wait awake for a millisecond at most, where the runtime is
/// LLVM's, whose own choice is 200; GNU's takes a few. OpenMP keeps both numbers for each thread
/// that calls it, so that other callers are not concerned. Construct and destroy it in one thread.
class ThreadCount {
 public:
  explicit ThreadCount(int threads);
  ~ThreadCount();
  ThreadCount(const ThreadCount&) = delete;
  ThreadCount& operator=(const ThreadCount&) = delete;

 private:
  int before_;
  int awake_before_;  // milliseconds
};

}  // namespace apsp
