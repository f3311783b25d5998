// SPDX-License-Identifier: MIT
#include "common/solve/search_pace.hpp"

#include <algorithm>
#include <cmath>

#include "common/solve/plan.hpp"

namespace apsp {
namespace {

/// Seconds that searches of so many rows take, by those of a sample. Seconds a vertex and an edge
/// are fitted to the processor time of whole solves on a Xeon with AVX-512 and 2 MiB of
/// second-level cache. They were roads, random graphs with 4 and 16 edges a vertex and
/// Barabasi-Albert graphs, V = 5,000, weights up to 1,000 and equal. Right to a fifth there; a grid
/// of equal weights takes a quarter of what is predicted.
double row_search_seconds(const SearchWork& work, const Machine& machine) {
  const sparse::SearchSample& sample = work.sample;
  const SearchRates& rates = *machine.search;
  const bool equal_weights = work.graph.equal_weights();
  // Where fewer than two edges leave a vertex, little waits for its turn beside it.
  const double beside = std::clamp(sample.edges / sample.vertices - 1, 0.0, 1.0);
  const double vertex =
      equal_weights ? rates.equal_vertex
                    : std::min(rates.vertex, rates.alone) * (1 - beside) + rates.vertex * beside;
  const double edge = equal_weights ? rates.equal_edge : rates.edge;
  const auto rows = static_cast<double>(work.rows);
  const double seconds =
      rows * (rates.row + sample.vertices * vertex + sample.edges * edge) / rates.at_once;
  const double start = work.numbers_alone ? machine.threads.start_counts : 0;
  const double threads = threads_for(seconds, start, machine);
  return seconds * machine.threads.count / threads + threads * start;
}

/// Visits of a batch of searches by bits: a vertex is visited at each level at which any source
/// reaches it. Fitted to batches of 1,024 on roads, grids, near points, random, small-world and
/// scale-free graphs and five networks, V = 4,900 to 62,586: within 1.5 times.
double visits_of_batch(const sparse::SearchSample& sample, std::size_t vertices, double sources,
                       const BitRates& rates) {
  // Where one search reaches nearly all that any does, so does a batch. A mean search reaches fewer
  // vertices where some sources reach none: these are visited at fewer levels.
  constexpr double kNearlyAll = 0.9;
  const bool alike = sample.by_one > kNearlyAll * sample.by_any;
  const double reached = alike ? sample.vertices : rates.reach * std::max(sample.vertices, sources);
  const double times = 3 * std::pow(sample.spread, 0.65);
  return sources + std::min(static_cast<double>(vertices), reached) * times;
}

/// Seconds of searches by bits. Measured on those graphs and larger ones, V up to 1,000,000, by
/// AVX-512 on Zen 4, with a visit of 30 ns in place of 28: 0.6 to 1.4 of what one thread and two
/// take where V is below 30,000, 0.5 to 1.6 above, once 2.3; a grid of V = 160,000 2.1.
double bit_search_seconds(const SearchWork& work, std::size_t at_once, const Machine& machine) {
  constexpr double kSets = 3;  // of each vertex
  const SearchRates& rates = *machine.search;
  const BitRates& bits = *rates.bits;
  const auto vertices = static_cast<double>(work.graph.vertices());
  const auto rows = static_cast<double>(work.rows);
  const auto most = static_cast<double>(at_once);
  const double size = most / BitRates::kSources;
  const double degree = work.sample.edges / work.sample.vertices;
  const double bytes = kSets * vertices * BitRates::kSources / 8;
  const double far = std::max(0.0, 1 - bits.near_bytes / bytes) *
                     std::min(1.0, bits.near_levels / work.sample.spread);
  const double visit =
      (bits.fixed + (1 - bits.fixed) * size) * (bits.visit + bits.edge * degree + bits.far * far);
  const double store = work.numbers_alone ? 0 : size * bits.store;
  const double visits =
      visits_of_batch(work.sample, work.graph.vertices(), std::min(most, rows), bits);
  const double way_back = work.numbers_alone ? 0 : rows * vertices * bits.way_back;
  const double batches = std::ceil(rows / most);
  return std::ceil(batches / rates.at_once) * visits * (visit + store) + way_back / rates.at_once +
         work.sample.levels * bits.level + vertices * bits.graph_vertex +
         bits.start * std::min(machine.threads.count, batches) *
             start_seconds(work.graph.vertices(), machine, work.numbers_alone) +
         static_cast<double>(work.graph.ends().entries.size()) * bits.graph_edge;
}

}  // namespace

double search_seconds(const SearchWork& work, std::size_t at_once, const Machine& machine) {
  return at_once > 1 ? bit_search_seconds(work, at_once, machine)
                     : row_search_seconds(work, machine);
}

std::size_t best_at_once(const SearchWork& work, const Machine& machine) {
  std::size_t best = 1;
  if (!work.graph.equal_weights() || !machine.search->bits || !machine.room.at_once) return best;
  const BitRates& bits = *machine.search->bits;
  for (const std::size_t at_once : kSourcesAtOnce) {
    if (at_once < bits.least) continue;
    if (!work.numbers_alone && at_once > bits.most_of_rows) break;
    const auto sources = static_cast<double>(std::min(at_once, work.rows));
    const double visits = visits_of_batch(work.sample, work.graph.vertices(), sources, bits);
    const bool shared = sources * work.sample.vertices >= bits.shared * visits;
    if (shared && search_seconds(work, at_once, machine) < search_seconds(work, best, machine)) {
      best = at_once;
    }
  }
  return best;
}

}  // namespace apsp
