// SPDX-License-Identifier: MIT
#include "hw3-1/threads.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <vector>

#include "common/error.hpp"

namespace apsp::cpu {
namespace {

/// Starts as many threads as `granted` has processors, each on one. Linux may leave a new thread
/// behind the one that made it for ten milliseconds, although other processors are idle. So each is
/// bound to its processor for a moment, which moves it there. A hint: what fails is left as it was.
void spread_threads(const cpu_set_t& granted) {
  std::vector<int> processors;
  for (int n = 0; n < CPU_SETSIZE; ++n) {
    if (CPU_ISSET(n, &granted)) processors.push_back(n);
  }
  // The thread that is here already stays.
  const auto here = std::ranges::find(processors, sched_getcpu());
  if (here != processors.end()) std::iter_swap(processors.begin(), here);
    // One more than there are processors: then GCC's runtime waits asleep until all have started.
    // Otherwise it spins, for milliseconds, on a processor that one of them may be waiting for.
#pragma omp parallel num_threads(static_cast <int>(processors.size()) + 1)
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    if (thread < processors.size()) {
      cpu_set_t own;
      CPU_ZERO(&own);
      CPU_SET(processors[thread], &own);
      if (sched_setaffinity(0, sizeof own, &own) == 0) {
        sched_setaffinity(0, sizeof granted, &granted);
      }
    }
  }
}

}  // namespace

void start_threads(Run& run) {
  const int threads = omp_get_max_threads();
  const int processors = omp_get_num_procs();
  if (threads > kMaxThreads) {
    throw Error(
        ExitCode::kUsage,
        fmt::format("OMP_NUM_THREADS is {}, expected a number from 1 to {}", threads, kMaxThreads));
  }
  if (threads > processors) {
    run.warn(fmt::format("{} threads share {} processor{}: {} would be faster", threads, processors,
                         processors == 1 ? "" : "s", processors));
  }
  // Whoever sets OMP_PROC_BIND places the threads.
  cpu_set_t granted;
  if (omp_get_proc_bind() == omp_proc_bind_false &&
      sched_getaffinity(0, sizeof granted, &granted) == 0 && CPU_COUNT(&granted) == threads) {
    spread_threads(granted);
  }
#pragma omp parallel
  {}
}

}  // namespace apsp::cpu
