// SPDX-License-Identifier: MIT
#include "hw3-1/method.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "common/core/dense_weights.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"

namespace apsp::cpu {
namespace {

/// The core begins where a vertex has so large a share of the others as neighbours. From 0.15 to
/// 0.6 the times of random, power-law and grid graphs differ by less than they vary.
constexpr double kCoreDensity = 0.25;

/// Seconds that the searches of the wanted rows take, by those of a sample that takes a small part
/// of `otherwise`, the seconds of another method. Seconds a vertex and an edge are fitted to the
/// processor time of whole solves on a Xeon with AVX-512 and 2 MiB of second-level cache. They were
/// roads, random graphs with 4 and 16 edges a vertex and Barabasi-Albert graphs, V = 5,000, weights
/// up to 1,000 and equal. Right to a fifth there; a grid of equal weights takes a quarter of what
/// is predicted.
double search_seconds(const SearchGraph& graph, const Problem& problem, double otherwise,
                      const Rates& rates) {
  if (graph.vertices() == 0) return 0;
  const double vertex = graph.equal_weights() ? 17e-9 : 58e-9;
  const double edge = graph.equal_weights() ? 0.7e-9 : 1.7e-9;
  constexpr double kRow = 0.1e-6;
  constexpr double kStep = 20e-9;  // of a sample: a vertex or an edge
  const double most_seconds = std::clamp(otherwise / 200, 20e-6, 1e-3);
  const SearchSample sample = sample_searches(graph, most_seconds / kStep, problem.limit);
  return static_cast<double>(problem.rows.size()) *
         (kRow + sample.vertices * vertex + sample.edges * edge) / rates.searches;
}

/// Looks at searches: predicts their time, and takes them where they are `forced` or faster than
/// the dense method.
void consider_search(const Problem& problem, bool forced, const Rates& rates,
                     MethodChoice& choice) {
  choice.search.emplace(listed(problem.graph));
  choice.search_seconds = search_seconds(*choice.search, problem, choice.dense_seconds, rates);
  if (forced || *choice.search_seconds < choice.dense_seconds) {
    choice.method = Method::kSearch;
  } else {
    choice.search.reset();
  }
}

}  // namespace

/// As docs/results has them.
Rates rates_of(std::string_view isa, double threads) {
  constexpr double kTree = 1e9;
  const double core = 1e9 * threads;
  const double way_back = 2e9 * threads;
  if (isa == "avx512") return {220e9 * threads, 50e9 * threads, kTree, core, way_back, threads};
  if (isa == "avx2") return {110e9 * threads, 45e9 * threads, kTree, core, way_back, threads};
  // sse41; portable is seldom far from it
  return {50e9 * threads, 30e9 * threads, kTree, core, way_back, threads};
}

std::uint64_t analysis_bytes(const Graph& graph) {
  constexpr std::uint64_t kBytesPerVertex = 200;  // of the quotient graph
  constexpr std::uint64_t kBytesPerEdge = 24;
  return graph.vertices * kBytesPerVertex + graph.edge_count() * kBytesPerEdge;
}

bool is_worth_an_order(const Graph& graph, double seconds) {
  constexpr double kSecondsPerEdge = 150e-9;  // measured on random graphs, on one thread
  constexpr double kShare = 0.1;
  constexpr double kNoticed = 0.003;
  return static_cast<double>(graph.edge_count()) * kSecondsPerEdge <=
         std::max(kNoticed, kShare * seconds);
}

bool has_many_edges(std::size_t edges, const RowSet& rows) {
  constexpr double kMany = 64;  // a vertex
  const auto vertices = static_cast<double>(rows.vertices());
  return static_cast<double>(edges) * static_cast<double>(rows.size()) >
         kMany * vertices * vertices;
}

sparse::OrderLimits limits_within(double seconds, double sources, const Rates& rates,
                                  const Room& room) {
  constexpr double kEntry = 2e-9;   // seconds that an order takes for an entry it looks at
  constexpr double kLargest = 1e9;  // where `seconds` are infinite
  sparse::OrderLimits limits;
  limits.most_work = seconds / kEntry;
  limits.most_fill =
      std::min(seconds * rates.lanes / (rates.element_bytes * sources), room.most_fill);
  limits.most_core = static_cast<std::size_t>(
      std::min(kLargest, std::cbrt(seconds * rates.tiles / rates.element_bytes)));
  return limits;
}

std::optional<sparse::EliminationTree> tree_of(const Graph& graph, sparse::OrderLimits limits) {
  const sparse::Pattern pattern = sparse::pattern_of(listed(graph));
  limits.core_density = kCoreDensity;
  const std::optional<sparse::Order> order = sparse::minimum_degree(pattern, limits);
  if (!order) return std::nullopt;
  return sparse::analyse(pattern, *order, limits.most_fill);
}

Pace sweep_pace(const sparse::EliminationTree& tree, std::size_t rows, const Rates& rates) {
  const auto sources = static_cast<double>(rows);
  const auto vertices = static_cast<double>(tree.size());
  const auto fill = static_cast<double>(tree.ups.size());
  const auto core = static_cast<double>(tree.core_size());
  const sparse::EliminationTree::Work work = tree.work();
  constexpr std::size_t kSamples = 16;
  const double by_lanes = sources * (fill + core * tree.mean_core_reach(kSamples));
  // A relaxation by tiles counts as less than one by lanes.
  const double by_tiles = core * core * core * rates.lanes / rates.tiles;
  return {by_lanes + by_tiles, rates.lanes,
          work.tree / rates.tree + work.core / rates.core + sources * vertices / rates.way_back,
          true};
}

MethodChoice choose_method(const Problem& problem, std::optional<Method> forced,
                           double tile_relaxations, const Rates& rates, const Room& room) {
  const Graph& graph = problem.graph;
  constexpr std::size_t kSmall = 256;      // solved before an order is found
  constexpr double kManyOfAll = 1 / 16.0;  // within a limit, where few edges need be followed
  constexpr double kOrder = 1e-6;          // seconds a vertex and edge that an order takes at most
  MethodChoice choice;
  choice.dense_seconds = room.matrix ? tile_relaxations * rates.element_bytes / rates.tiles
                                     : std::numeric_limits<double>::infinity();
  if (forced == Method::kDense) return choice;
  if (forced == Method::kSearch) {
    consider_search(problem, true, rates, choice);
    return choice;
  }

  const auto vertices = static_cast<double>(graph.vertices);
  double best = choice.dense_seconds;
  sparse::OrderLimits limits;
  const bool automatic = !forced.has_value();
  if (automatic) {
    const auto edges = static_cast<double>(graph.edge_count());
    const double fewest = problem.limited() ? kManyOfAll * vertices * vertices : 0;
    const bool many = edges > fewest && has_many_edges(graph.edge_count(), problem.rows);
    if (room.matrix && (graph.vertices < kSmall || many)) return choice;
    if (room.search) consider_search(problem, false, rates, choice);
    best = std::min(best, choice.search_seconds.value_or(best));
    const double order = kOrder * (vertices + edges);
    if (choice.method == Method::kSearch && best < order) return choice;
    if (!room.order || !is_worth_an_order(graph, best)) return choice;
    limits = limits_within(best, static_cast<double>(problem.rows.size()), rates, room);
  }
  std::optional<sparse::EliminationTree> tree = tree_of(graph, limits);
  if (!tree) return choice;
  choice.sweep_seconds = sweep_pace(*tree, problem.rows.size(), rates).seconds(Width::kU16);
  if (!automatic || *choice.sweep_seconds < best) {
    choice.method = Method::kSweep;
    choice.search.reset();
    choice.tree = std::move(tree);
  }
  return choice;
}

}  // namespace apsp::cpu
