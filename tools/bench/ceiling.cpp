// SPDX-License-Identifier: MIT
#include "tools/bench/ceiling.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <limits>
#include <span>

#include "common/base/error.hpp"
#include "tools/bench/register_loop.hpp"

namespace apsp::bench {
namespace {

/// A run takes some milliseconds: long beside the reading of a clock, short beside what disturbs a
/// machine that is shared.
constexpr std::size_t kSteps = 500'000;
constexpr double kSecondsPerLoop = 0.2;
constexpr int kFewestRuns = 5;

std::span<const RegisterLoops* const> compiled_loops() {
#ifdef APSP_X86
  static constexpr std::array kLoops = {&kSse41Loops, &kAvx2Loops, &kAvx512Loops};
  return kLoops;
#else
  return {};
#endif
}

/// Runs all threads at the same time. Each times its own runs, and its best one counts: a thread
/// that waits for a processor loses a run, not the measurement. A thread that has finished works on
/// until all have, so that two threads of one core share it to the end.
double relaxes_per_second(const RegisterLoop& loop) {
  double steps_per_second = 0;
  std::atomic<int> measuring = omp_get_max_threads();
#pragma omp parallel reduction(+ : steps_per_second)
  {
    const double deadline = omp_get_wtime() + kSecondsPerLoop;
    double best = std::numeric_limits<double>::infinity();
    for (int run = 0; run < kFewestRuns || omp_get_wtime() < deadline; ++run) {
      const double start = omp_get_wtime();
      loop.run(kSteps);
      best = std::min(best, omp_get_wtime() - start);
    }
    steps_per_second += static_cast<double>(kSteps) / best;
    --measuring;
    while (measuring > 0) loop.run(kSteps);
  }
  // With more threads than processors, each thread had a processor to itself in its best run.
  const double share = std::min(1.0, 1.0 * omp_get_num_procs() / omp_get_max_threads());
  return static_cast<double>(loop.relaxes_per_step) * steps_per_second * share;
}

}  // namespace

std::vector<std::string> known_isas() {
  std::vector<std::string> names;
  for (const RegisterLoops* set : compiled_loops()) names.emplace_back(set->isa);
  return names;
}

std::vector<Ceiling> measure_ceilings(std::string_view isa, Arithmetic width) {
  std::vector<Ceiling> ceilings;
  for (const RegisterLoops* set : compiled_loops()) {
    if (!set->runnable() || (!isa.empty() && isa != set->isa)) continue;
    for (const Width measured : kWidths) {
      if (width && *width != measured) continue;
      const RegisterLoop& loop = set->loops[static_cast<std::size_t>(measured)];
      ceilings.push_back({set->isa, measured, relaxes_per_second(loop)});
    }
  }
  if (!isa.empty() && ceilings.empty()) {
    throw Error(Fault::kUsage,
                fmt::format("instruction set '{}' cannot run on this processor", isa));
  }
  return ceilings;
}

double measure_real_ceiling(std::string_view isa, std::size_t bytes) {
  for (const RegisterLoops* set : compiled_loops()) {
    if (isa != set->isa || !set->runnable()) continue;
    return relaxes_per_second(set->reals[bytes == sizeof(float) ? 0 : 1]);
  }
  throw Error(Fault::kUsage, fmt::format("instruction set '{}' cannot run on this processor", isa));
}

}  // namespace apsp::bench
