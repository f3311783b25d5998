// SPDX-License-Identifier: MIT
#include "hw3-1/method.hpp"

#include <utility>
#include <vector>

#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"

namespace apsp::cpu {
namespace {

constexpr double kElementBytes = 2;  // of both predictions: it matters which is larger

/// Seconds of all that tile kernels do for a core.
double core_seconds(double core, double vertices, const Rates& rates) {
  return (vertices + core) * core * core * kElementBytes / rates.tiles;
}

/// Limits within which sweeps can take less than `seconds`.
sparse::OrderLimits limits_within(double seconds, double vertices, const Rates& rates) {
  sparse::OrderLimits limits;
  limits.most_fill = seconds * rates.lanes / (kElementBytes * vertices);
  limits.most_core = 0;
  for (std::size_t bit = std::size_t{1} << 31; bit > 0; bit /= 2) {
    const auto core = static_cast<double>(limits.most_core + bit);
    if (core_seconds(core, vertices, rates) <= seconds) limits.most_core += bit;
  }
  return limits;
}

/// The elimination tree, or nothing where its fill or its core is too much. The core begins where
/// one more vertex of it costs less than to eliminate that vertex: of C neighbours among C, all
/// sources take 2 C relaxations by tiles, in place of C by lanes.
std::optional<sparse::EliminationTree> tree_of(const Graph& graph, sparse::OrderLimits limits,
                                               const Rates& rates) {
  const sparse::Pattern pattern = sparse::pattern_of(graph);
  limits.core_density = 2 * rates.lanes / rates.tiles;
  const std::optional<sparse::Order> order = sparse::minimum_degree(pattern, limits);
  if (!order) return std::nullopt;
  return sparse::analyse(pattern, *order, limits.most_fill);
}

}  // namespace

std::string_view name(Method method) {
  return method == Method::kDense ? "dense" : "sweep";
}

Pace sweep_pace(const sparse::EliminationTree& tree, const Rates& rates) {
  const auto vertices = static_cast<double>(tree.size());
  const auto fill = static_cast<double>(tree.ups.size());
  const auto core = static_cast<double>(tree.core_size());
  const sparse::EliminationTree::Work work = tree.work();
  // Relaxations by tiles count as fewer by lanes.
  const double by_tiles = (vertices + core) * core * core * rates.lanes / rates.tiles;
  return {vertices * fill + by_tiles, rates.lanes, work.tree / rates.tree + work.core / rates.core};
}

MethodChoice choose_method(const Graph& graph, std::optional<Method> forced,
                           double tile_relaxations, const Rates& rates) {
  constexpr std::size_t kSmall = 256;     // solved before an order is found
  constexpr std::size_t kManyEdges = 24;  // a vertex: beyond them nothing is won
  MethodChoice choice;
  choice.dense_seconds = tile_relaxations * kElementBytes / rates.tiles;
  if (forced == Method::kDense) return choice;

  const auto vertices = static_cast<double>(graph.vertices);
  sparse::OrderLimits limits;
  const bool automatic = !forced.has_value();
  if (automatic) {
    if (graph.vertices < kSmall || graph.edges.size() > kManyEdges * graph.vertices) return choice;
    limits = limits_within(choice.dense_seconds, vertices, rates);
  }
  std::optional<sparse::EliminationTree> tree = tree_of(graph, limits, rates);
  if (!tree) return choice;
  choice.sweep_seconds = sweep_pace(*tree, rates).seconds(Width::kU16);
  if (!automatic || *choice.sweep_seconds < choice.dense_seconds) {
    choice.method = Method::kSweep;
    choice.tree = std::move(tree);
  }
  return choice;
}

}  // namespace apsp::cpu
