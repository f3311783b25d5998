// SPDX-License-Identifier: MIT
#include "common/solve/sweep_pace.hpp"

#include <algorithm>
#include <cmath>

namespace apsp {
namespace {

/// Whether each vertex outside the core has a way up to the last one or to the core.
bool is_connected(const sparse::UpCounts& counts) {
  const auto roots = std::count_if(counts.ups.begin(), counts.ups.end(),
                                   [](const auto& of) { return of.all == 0; });
  return roots == (counts.core == 0 ? 1 : 0);
}

/// What one source's crossing takes for each core vertex, in relaxations: the mean over all.
double mean_crossing(const sparse::UpCounts& counts, const SweepRates& rates) {
  if (counts.core == 0) return 0;
  double sum = rates.core_reach * static_cast<double>(counts.core);  // each of which reaches itself
  for (const auto [reach, positions] : counts.reaches) {
    sum += positions *
           (rates.core_reach * reach + rates.core_far * std::max(0.0, reach - rates.core_near));
  }
  return sum / static_cast<double>(counts.vertices());
}

}  // namespace

Pace sweep_pace(const sparse::UpCounts& counts, std::size_t rows, const Machine& machine,
                Counting counting) {
  const SweepRates& rates = machine.sweep;
  const auto sources = static_cast<double>(rows);
  const auto core = static_cast<double>(counts.core);
  const auto devices = static_cast<double>(machine.devices.devices);
  double of_source =
      rates.step * static_cast<double>(counts.ups.size()) + core * mean_crossing(counts, rates);
  double fill = 0;
  double pairs_tree = 0;
  double pairs_core = 0;
  for (const auto [all, to_core] : counts.ups) {
    const auto pairs = [](double count) { return count * (count - 1); };
    const double ups = all - to_core;
    of_source += std::min(ups, rates.near) + rates.core * to_core;
    if (ups > rates.near) of_source += rates.far * (ups - rates.near);
    fill += all;
    pairs_tree += pairs(all) - pairs(to_core);
    pairs_core += pairs(to_core);
  }
  const double closure =
      core * core * core * waiting_for_rounds(core, core * core * core, rates.waits);
  const double of_device = closure * rates.lanes / rates.closure + rates.core_rows * fill * core;
  const double besides = pairs_tree / rates.tree + pairs_core / rates.pairs_core +
                         core * core / rates.core_pairs + fill / rates.laid_out;
  const auto vertices = static_cast<double>(counts.vertices());
  const double leaving =
      sources * vertices * (counting.alone ? counting.reached : 1) /
      leaving_rate(machine, counting.alone, counting.symmetric && is_connected(counts));
  const double start = start_seconds(counts.vertices(), machine, counting.alone);
  const double threads = threads_for(
      sources * of_source * machine.element_bytes / rates.lanes + leaving, start, machine);
  const double times = waiting(sources, threads, machine) * machine.threads.count / threads;
  const double wide = counting.alone && machine.element_bytes > 2 ? rates.counted_wide : 0;
  return {times * sources * of_source + devices * of_device, rates.lanes,
          devices * besides + times * leaving + threads * start + wide, true};
}

}  // namespace apsp
