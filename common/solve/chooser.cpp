// SPDX-License-Identifier: MIT
#include "common/solve/chooser.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "common/core/dense_weights.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"

namespace apsp {
namespace {

/// Seconds of a pace in elements of the machine's predictions.
double seconds_of(const Pace& pace, const Machine& machine) {
  return pace.seconds_besides + pace.relaxations * machine.element_bytes / pace.bytes_per_second;
}

double dense_seconds(const Machine& machine) {
  if (!machine.room.matrix) return kUnlimited;
  return machine.dense.relaxations * machine.element_bytes / machine.dense.bytes_per_second;
}

/// Seconds that searches of so many rows take, by those of a sample. Seconds a vertex and an edge
/// are fitted to the processor time of whole solves on a Xeon with AVX-512 and 2 MiB of
/// second-level cache. They were roads, random graphs with 4 and 16 edges a vertex and
/// Barabasi-Albert graphs, V = 5,000, weights up to 1,000 and equal. Right to a fifth there; a grid
/// of equal weights takes a quarter of what is predicted.
double row_search_seconds(const sparse::SearchSample& sample, bool equal_weights, std::size_t rows,
                          const SearchRates& rates) {
  const double vertex = equal_weights ? rates.equal_vertex : rates.vertex;
  const double edge = equal_weights ? rates.equal_edge : rates.edge;
  return static_cast<double>(rows) * (rates.row + sample.vertices * vertex + sample.edges * edge) /
         rates.at_once;
}

/// Searches, and what a sample says of them.
struct SearchWork {
  const sparse::SearchGraph& graph;
  const sparse::SearchSample& sample;
  std::size_t rows;
  bool numbers_alone;  // see Problem
};

/// Visits of a batch of searches by bits: each vertex that any source reaches, at a share of the
/// levels.
double visits_of_batch(const sparse::SearchSample& sample, std::size_t vertices, double sources,
                       const BitRates& rates) {
  const double reached =
      std::min(static_cast<double>(vertices), rates.reach * std::max(sample.vertices, sources));
  return sources + reached * rates.share * sample.levels;
}

/// Seconds of searches by bits. Measured on networks, random graphs and grids, V = 1,000 to 63,000,
/// by AVX2 on Zen 3: within a half.
double bit_search_seconds(const SearchWork& work, std::size_t at_once, const SearchRates& rates) {
  constexpr double kSets = 3;  // of each vertex
  const BitRates& bits = *rates.bits;
  const auto vertices = static_cast<double>(work.graph.vertices());
  const auto rows = static_cast<double>(work.rows);
  const auto most = static_cast<double>(at_once);
  const double size = most / BitRates::kSources;
  const double degree = work.sample.edges / work.sample.vertices;
  const bool is_far = kSets * vertices * BitRates::kSources / 8 > bits.near_bytes;
  const double visit = (is_far ? bits.far : 1) * (bits.fixed + (1 - bits.fixed) * size) *
                       (bits.visit + bits.edge * degree);
  const double store = work.numbers_alone ? 0 : size * bits.store;
  const double visits =
      visits_of_batch(work.sample, work.graph.vertices(), std::min(most, rows), bits);
  const double way_back = work.numbers_alone ? 0 : rows * vertices * bits.way_back;
  return std::ceil(std::ceil(rows / most) / rates.at_once) * visits * (visit + store) +
         way_back / rates.at_once + vertices * bits.graph_vertex +
         static_cast<double>(work.graph.ends().entries.size()) * bits.graph_edge;
}

/// Seconds of searches of which each has so many sources.
double search_seconds(const SearchWork& work, std::size_t at_once, const SearchRates& rates) {
  return at_once > 1
             ? bit_search_seconds(work, at_once, rates)
             : row_search_seconds(work.sample, work.graph.equal_weights(), work.rows, rates);
}

/// The sources of a search that make searches of all rows the fastest. One where those of a batch
/// share too few visits for more to win, as on a path.
std::size_t best_at_once(const SearchWork& work, const Machine& machine) {
  std::size_t best = 1;
  if (!work.graph.equal_weights() || !machine.search->bits || !machine.room.bits) return best;
  const BitRates& bits = *machine.search->bits;
  for (const std::size_t at_once : kSourcesAtOnce) {
    if (!work.numbers_alone && at_once > BitRates::kSourcesOfRows) break;
    const auto sources = static_cast<double>(std::min(at_once, work.rows));
    const double visits = visits_of_batch(work.sample, work.graph.vertices(), sources, bits);
    const bool shared = sources * work.sample.vertices >= bits.shared * visits;
    if (shared && search_seconds(work, at_once, *machine.search) <
                      search_seconds(work, best, *machine.search)) {
      best = at_once;
    }
  }
  return best;
}

/// Seconds that sweeps take to count distances for a summary, which searches by bits do not take.
double counting_seconds(const Problem& problem, const Plan& plan, const Machine& machine) {
  if (plan.sources_at_once == 1 || !plan.numbers_alone) return 0;
  const auto vertices = static_cast<double>(problem.graph.vertices);
  const BitRates& bits = *machine.search->bits;
  const bool all_reached = plan.sample.vertices >= vertices;
  return static_cast<double>(problem.rows.size()) * vertices *
         (all_reached ? bits.counted : bits.counted_apart) / machine.search->at_once;
}

/// Looks at searches by a sample that takes a small part of `best`, the seconds of another method.
double look_at_searches(const Problem& problem, const Machine& machine, double best, Plan& plan) {
  constexpr double kStep = 20e-9;  // of a sample: a vertex or an edge
  const double most_seconds = std::clamp(best / 200, 20e-6, 1e-3);
  auto graph = std::make_shared<sparse::SearchGraph>(listed(problem.graph));
  double seconds = 0;
  if (graph->vertices() > 0) {
    plan.sample = sparse::sample_searches(*graph, most_seconds / kStep, problem.limit);
    plan.numbers_alone = problem.numbers_alone && !problem.limited();
    const SearchWork work = {*graph, plan.sample, problem.rows.size(), plan.numbers_alone};
    plan.sources_at_once = best_at_once(work, machine);
    seconds = search_seconds(work, plan.sources_at_once, *machine.search);
  }
  plan.search = std::move(graph);
  return seconds;
}

/// Seconds within which a method may be looked for that saves at most `best`.
double patience(const OrderRates& rates, double best) {
  return rates.patience_floor + rates.patience * best;
}

/// Whether finding an order costs little beside `best`, the seconds of another method. Where it
/// does not, sweeps win little: on random graphs of 64 edges a vertex a tenth.
bool is_worth_an_order(const Graph& graph, const OrderRates& rates, double best) {
  return best >= rates.least &&
         static_cast<double>(graph.edge_count()) * rates.edge <= rates.floor + rates.share * best;
}

/// Limits of an order whose core may have any size.
sparse::OrderLimits free_limits(const OrderRates& rates) {
  sparse::OrderLimits limits;
  limits.core_density = rates.core_density;
  limits.least_core = rates.least_core;
  limits.core_work = rates.core_work;
  return limits;
}

/// Limits within which sweeps can take less than `best` seconds, and have room.
sparse::OrderLimits limits_within(const Problem& problem, const Machine& machine, double best) {
  constexpr double kLargest = 1e9;  // where `best` is infinite
  const OrderRates& rates = machine.order;
  const auto sources = static_cast<double>(problem.rows.size());
  const auto vertices = static_cast<double>(problem.graph.vertices);
  sparse::OrderLimits limits = free_limits(rates);
  limits.most_work = patience(rates, best) / rates.entry;
  const double by_lanes = best * machine.sweep.lanes / (machine.element_bytes * sources);
  // To eliminate takes a relaxation for every two of up() but those of the core: some fill^2 / V.
  const double by_tree = std::sqrt(vertices * best * rates.host_tree);
  limits.most_fill = std::min({by_lanes, by_tree, machine.room.most_fill});
  limits.most_core = static_cast<std::size_t>(std::min(
      kLargest,
      rates.largest_core_share * std::cbrt(best * machine.sweep.closure / machine.element_bytes)));
  return limits;
}

/// Bytes of the rows to a core.
double core_bytes(const Machine& machine, std::size_t vertices, std::size_t core) {
  return static_cast<double>(vertices) * static_cast<double>(core) * machine.core_element_bytes;
}

/// Whether the devices have a say: the rows to the core are large, or it takes much of the time.
bool depends_on_devices(const sparse::EliminationTree& tree, const Machine& machine) {
  constexpr double kAnyDevice = 4.0 * (1 << 30);
  constexpr double kShare = 0.1;  // of the dense way
  const auto vertices = static_cast<double>(tree.size());
  const auto core = static_cast<double>(tree.core_size());
  return core_bytes(machine, tree.size(), tree.core_size()) > kAnyDevice ||
         std::pow(core / vertices, 3) > kShare;
}

/// The elimination tree, or nothing where its fill or its core is too much. Puts what the devices
/// say into `machine`. Looks beside their start, and waits for them only where they have a say, or
/// where no tree is soon found.
std::shared_ptr<const sparse::EliminationTree> find_tree(const Graph& graph,
                                                         sparse::OrderLimits limits,
                                                         Machine& machine) {
  constexpr double kSoon = 5e8;  // entries of an order
  const sparse::Pattern pattern = sparse::pattern_of(listed(graph));
  const double most_work = limits.most_work;
  using Tree = std::shared_ptr<const sparse::EliminationTree>;
  const auto tree_in_room = [&]() -> Tree {
    const double largest = machine.devices.core_bytes /
                           core_bytes(machine, std::max<std::size_t>(1, graph.vertices), 1);
    limits.largest_core = largest < static_cast<double>(graph.vertices)
                              ? static_cast<std::size_t>(largest)
                              : std::numeric_limits<std::size_t>::max();
    const std::optional<sparse::Order> order = sparse::minimum_degree(pattern, limits);
    if (!order) return nullptr;
    std::optional<sparse::EliminationTree> tree =
        sparse::analyse(pattern, *order, limits.most_fill);
    if (!tree) return nullptr;
    return std::make_shared<const sparse::EliminationTree>(std::move(*tree));
  };
  if (machine.ask) limits.most_work = std::min(most_work, kSoon);
  Tree tree = tree_in_room();
  if (!machine.ask || (tree && !depends_on_devices(*tree, machine))) return tree;
  if (!tree && most_work <= kSoon && limits.largest_core >= graph.vertices) return tree;
  machine.devices = machine.ask();
  limits.most_work = most_work;
  if (!tree ||
      core_bytes(machine, graph.vertices, tree->core_size()) > machine.devices.core_bytes) {
    tree = tree_in_room();
  }
  return tree;
}

/// Looks at sweeps within limits. Their seconds; nothing where there is no tree.
std::optional<double> look_at_sweeps(const Problem& problem, Machine& machine,
                                     const sparse::OrderLimits& limits, Plan& plan) {
  plan.tree = find_tree(problem.graph, limits, machine);
  if (!plan.tree) return std::nullopt;
  return seconds_of(sweep_pace(*plan.tree, problem.rows.size(), machine), machine);
}

/// The plan of a method that is forced.
void look_at(Method forced, const Problem& problem, Machine& machine, Plan& plan) {
  std::optional<double> seconds;
  if (forced == Method::kSearch) seconds = look_at_searches(problem, machine, kUnlimited, plan);
  if (forced == Method::kSweep) {
    seconds = look_at_sweeps(problem, machine, free_limits(machine.order), plan);
  }
  if (!seconds) return;
  plan.method = forced;
  plan.predictions.push_back({forced, *seconds});
}

/// Looks at the methods that may be faster than the dense one.
void look_at_all(const Problem& problem, Machine& machine, Plan& plan) {
  constexpr std::size_t kSmall = 256;      // solved before an order is found
  constexpr double kManyOfAll = 1 / 16.0;  // within a limit, where few edges need be followed
  constexpr double kOrder = 1e-6;          // seconds a vertex and edge that an order takes at most
  const Graph& graph = problem.graph;
  const auto vertices = static_cast<double>(graph.vertices);
  const auto edges = static_cast<double>(graph.edge_count());
  const double fewest = problem.limited() ? kManyOfAll * vertices * vertices : 0;
  const bool many = edges > fewest && has_many_edges(graph.edge_count(), problem.rows);
  if (machine.room.matrix && (graph.vertices < kSmall || many)) return;
  double best = plan.predictions.front().seconds;
  if (machine.search && machine.room.search) {
    const double seconds = look_at_searches(problem, machine, best, plan);
    plan.predictions.push_back({Method::kSearch, seconds});
    if (seconds < best) {
      best = seconds;
      plan.method = Method::kSearch;
      if (best < kOrder * (vertices + edges)) return;
    } else {
      plan.search.reset();
      plan.sources_at_once = 1;
    }
  }
  if (!machine.room.order || !is_worth_an_order(graph, machine.order, best)) return;
  const std::optional<double> seconds =
      look_at_sweeps(problem, machine, limits_within(problem, machine, best), plan);
  if (!seconds) return;
  plan.predictions.push_back({Method::kSweep, *seconds});
  if (*seconds + counting_seconds(problem, plan, machine) < best) {
    plan.method = Method::kSweep;
    plan.search.reset();
    plan.sources_at_once = 1;
  } else {
    plan.tree.reset();
  }
}

}  // namespace

std::uint64_t analysis_bytes(const Graph& graph) {
  constexpr std::uint64_t kBytesPerVertex = 200;  // of the quotient graph
  constexpr std::uint64_t kBytesPerEdge = 24;
  return graph.vertices * kBytesPerVertex + graph.edge_count() * kBytesPerEdge;
}

bool has_many_edges(std::size_t edges, const RowSet& rows) {
  constexpr double kMany = 64;  // a vertex
  const auto vertices = static_cast<double>(rows.vertices());
  return static_cast<double>(edges) * static_cast<double>(rows.size()) >
         kMany * vertices * vertices;
}

Pace sweep_pace(const sparse::EliminationTree& tree, std::size_t rows, const Machine& machine) {
  const SweepRates& rates = machine.sweep;
  const auto sources = static_cast<double>(rows);
  const auto vertices = static_cast<double>(tree.size());
  const auto fill = static_cast<double>(tree.ups.size());
  const auto core = static_cast<double>(tree.core_size());
  const auto devices = static_cast<double>(machine.devices.devices);
  double of_source = rates.step * static_cast<double>(tree.core_begin);
  for (std::size_t p = 0; p < tree.core_begin; ++p) {
    const auto to_core = static_cast<double>(tree.core_up(p).size());
    const double ups = static_cast<double>(tree.up(p).size()) - to_core;
    of_source += std::min(ups, rates.near) + rates.far * std::max(0.0, ups - rates.near) +
                 rates.core * to_core;
  }
  constexpr std::size_t kSamples = 16;
  if (rates.core_reach > 0) {
    of_source += rates.core_reach * core * tree.mean_core_reach(kSamples);
  }
  const double of_device =
      core * core * core * rates.lanes / rates.closure + rates.core_rows * fill * core;
  const sparse::EliminationTree::Work work = tree.work();
  const double besides =
      work.tree / rates.tree + work.core / rates.pairs_core + fill / rates.laid_out;
  return {sources * of_source + devices * of_device, rates.lanes,
          devices * besides + sources * vertices / rates.way_back, true};
}

Pace pace_of(const Plan& plan, std::size_t rows, const Machine& machine) {
  switch (plan.method) {
    case Method::kSweep:
      return sweep_pace(*plan.tree, rows, machine);
    case Method::kSearch:
      return {0, 1,
              search_seconds({*plan.search, plan.sample, rows, plan.numbers_alone},
                             plan.sources_at_once, *machine.search),
              true};
    case Method::kDense:
      break;
  }
  return machine.dense;
}

Plan choose(const Problem& problem, Machine machine, std::optional<Method> forced) {
  Plan plan;
  plan.predictions.push_back({Method::kDense, dense_seconds(machine)});
  if (!forced) {
    look_at_all(problem, machine, plan);
  } else {
    look_at(*forced, problem, machine, plan);
  }
  plan.pace = pace_of(plan, problem.rows.size(), machine);
  return plan;
}

}  // namespace apsp
