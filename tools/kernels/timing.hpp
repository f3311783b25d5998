// SPDX-License-Identifier: MIT
// The time of one call, short ones too.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>

namespace apsp::kernels {

/// Seconds of one call of `call`: the best of many batches, each long beside the reading of the
/// clock. Takes about 20 ms; the first batches warm the cache.
template <typename Call>
[[nodiscard]] double best_seconds(const Call& call) {
  using Clock = std::chrono::steady_clock;
  constexpr double kBatchSeconds = 200e-6;
  constexpr double kSeconds = 20e-3;
  constexpr int kFewestBatches = 5;
  const auto seconds_of = [&](std::size_t calls) {
    const auto start = Clock::now();
    for (std::size_t n = 0; n < calls; ++n) call();
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  std::size_t calls = 1;
  while (seconds_of(calls) < kBatchSeconds) calls *= 2;
  double best = std::numeric_limits<double>::infinity();
  double spent = 0;
  for (int batch = 0; batch < kFewestBatches || spent < kSeconds; ++batch) {
    const double seconds = seconds_of(calls);
    best = std::min(best, seconds);
    spent += seconds;
  }
  return best / static_cast<double>(calls);
}

}  // namespace apsp::kernels
