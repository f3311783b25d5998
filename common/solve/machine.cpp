// SPDX-License-Identifier: MIT
#include "common/solve/machine.hpp"

#include <algorithm>
#include <cmath>

#include "common/core/schedule.hpp"

namespace apsp {

double seconds_of(const Pace& pace, const Machine& machine) {
  return pace.seconds_besides + pace.relaxations * machine.element_bytes / pace.bytes_per_second;
}

double start_seconds(std::size_t vertices, const Machine& machine, bool counts) {
  const Threads& threads = machine.threads;
  return static_cast<double>(vertices) * threads.start_vertex + (counts ? threads.start_counts : 0);
}

double threads_for(double seconds, double start, const Machine& machine) {
  const double all = machine.threads.count;
  return start > 0 ? std::clamp(std::floor(std::sqrt(seconds * all / start)), 1.0, all) : all;
}

double waiting_for_rounds(double vertices, double relaxations, double waits) {
  const double rounds = std::ceil(vertices / kTile);
  constexpr double kProduct = double{kTile} * kTile * kTile;
  return relaxations > 0 ? 1 + waits * rounds * kProduct / relaxations : 1;
}

double waiting(double sources, double threads, const Machine& machine) {
  if (machine.sweep.batch_bytes == 0 || sources == 0) return 1;
  const double batches =
      std::ceil(sources * machine.element_bytes / static_cast<double>(machine.sweep.batch_bytes));
  return std::max(1.0, std::ceil(batches / threads) * threads / batches);
}

double leaving_rate(const Machine& machine, bool counts, bool half) {
  const SweepRates& rates = machine.sweep;
  if (!counts) return rates.way_back;
  return half ? rates.counted_half : rates.counted;
}

}  // namespace apsp
