// SPDX-License-Identifier: MIT
#include "tools/bench/ceiling.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include "tools/bench/register_loop.hpp"

namespace apsp::bench {
namespace {

/// A run takes some milliseconds: long beside the start of a parallel region, short beside what
/// disturbs a machine that is shared. The best of many is the ceiling.
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

/// The threads work at the same time and the last one to end counts, as in a solver.
double relaxes_per_second(const RegisterLoop& loop) {
  const double deadline = omp_get_wtime() + kSecondsPerLoop;
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < kFewestRuns || omp_get_wtime() < deadline; ++run) {
    const double start = omp_get_wtime();
#pragma omp parallel
    loop.run(kSteps);
    best = std::min(best, omp_get_wtime() - start);
  }
  const double relaxes =
      static_cast<double>(loop.relaxes_per_step * kSteps) * omp_get_max_threads();
  return relaxes / best;
}

}  // namespace

std::vector<std::string> measurable_isas() {
  std::vector<std::string> names;
  for (const RegisterLoops* set : compiled_loops()) {
    if (set->runnable()) names.emplace_back(set->isa);
  }
  return names;
}

std::vector<Ceiling> measure_ceilings(std::string_view isa, Arithmetic width) {
  std::vector<Ceiling> ceilings;
  for (const RegisterLoops* set : compiled_loops()) {
    if (!set->runnable() || (!isa.empty() && isa != set->isa)) continue;
    for (const RegisterLoop& loop : set->loops) {
      if (width && *width != loop.width) continue;
      ceilings.push_back({set->isa, loop.width, relaxes_per_second(loop)});
    }
  }
  return ceilings;
}

}  // namespace apsp::bench
