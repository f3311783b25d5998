// SPDX-License-Identifier: MIT
#include "hw3-1/threads.hpp"

#include <fmt/core.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <vector>

#include "common/base/error.hpp"
#include "common/base/threads.hpp"

namespace apsp::cpu {
namespace {

/// Returns the processors of `granted`, first the one that this thread runs on.
std::vector<int> list(const cpu_set_t& granted) {
  std::vector<int> processors;
  for (int n = 0; n < CPU_SETSIZE; ++n) {
    if (CPU_ISSET(n, &granted)) processors.push_back(n);
  }
  const auto here = std::ranges::find(processors, sched_getcpu());
  if (here != processors.end()) std::iter_swap(processors.begin(), here);
  return processors;
}

/// Moves this thread to `processor`, by binding it there for a moment. Later it may run on all of
/// `granted`. A hint: if it fails, the thread stays where it is.
void move_to(int processor, const cpu_set_t& granted) {
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(processor, &own);
  if (sched_setaffinity(0, sizeof own, &own) == 0) sched_setaffinity(0, sizeof granted, &granted);
}

}  // namespace

void limit_threads(std::optional<int> wanted, Observer& observer) {
  if (wanted) use_threads(*wanted);
  const int threads = omp_get_max_threads();
  const int processors = omp_get_num_procs();
  if (threads > kMostThreads) {
    throw Error(Fault::kUsage, fmt::format("OMP_NUM_THREADS is {}, expected a number from 1 to {}",
                                           threads, kMostThreads));
  }
  if (threads > processors) {
    observer.warn(fmt::format("{} threads share {} processor{}: {} would be faster", threads,
                              processors, processors == 1 ? "" : "s", processors));
  }
}

void spread_threads() {
  const int threads = omp_get_max_threads();
  if (threads == 1) return;
  cpu_set_t granted;
  std::vector<int> targets;  // processors, one a thread; empty: threads stay
  if (omp_get_proc_bind() == omp_proc_bind_false &&
      sched_getaffinity(0, sizeof granted, &granted) == 0 && CPU_COUNT(&granted) == threads) {
    targets = list(granted);
  }
#pragma omp parallel
  {
    if (!targets.empty()) move_to(targets[static_cast<std::size_t>(omp_get_thread_num())], granted);
  }
}

}  // namespace apsp::cpu
