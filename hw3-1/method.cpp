// SPDX-License-Identifier: MIT
#include "hw3-1/method.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"

namespace apsp::cpu {
namespace {

constexpr double kElementBytes = 2;  // of both predictions; what matters is which is larger

double sweep_seconds(double vertices, double fill, double elimination, const Rates& rates) {
  return vertices * fill * kElementBytes / rates.lanes + elimination / rates.elimination;
}

/// The fill beyond which sweeps cannot take less than `seconds`: by their own relaxations, or by
/// those of an elimination that leaves a clique, of which c vertices have c^2 / 2 pairs and take
/// c^3 / 3.
double most_fill_within(double seconds, double vertices, const Rates& rates) {
  constexpr double kOutsideClique = 1.25;  // some of the fill always is, and takes less
  const double by_sweeps = seconds * rates.lanes / (kElementBytes * vertices);
  const double clique = std::cbrt(3 * seconds * rates.elimination);
  return std::min(by_sweeps, kOutsideClique * clique * clique / 2);
}

/// The elimination tree, or nothing where its fill is more than `most_fill`.
std::optional<sparse::EliminationTree> tree_of(const Graph& graph, double most_fill) {
  const sparse::Pattern pattern = sparse::pattern_of(graph);
  const std::optional<std::vector<std::int32_t>> order = sparse::minimum_degree(pattern, most_fill);
  if (!order) return std::nullopt;
  return sparse::analyse(pattern, *order, most_fill);
}

}  // namespace

std::string_view name(Method method) {
  return method == Method::kDense ? "dense" : "sweep";
}

MethodChoice choose_method(const Graph& graph, std::optional<Method> forced,
                           double tile_relaxations, const Rates& rates) {
  constexpr std::size_t kSmall = 256;     // solved before an order is found
  constexpr std::size_t kManyEdges = 24;  // a vertex: beyond them nothing is won
  MethodChoice choice;
  choice.dense_seconds = tile_relaxations * kElementBytes / rates.tiles;
  if (forced == Method::kDense) return choice;

  const auto vertices = static_cast<double>(graph.vertices);
  double most_fill = std::numeric_limits<double>::infinity();
  const bool automatic = !forced.has_value();
  if (automatic) {
    if (graph.vertices < kSmall || graph.edges.size() > kManyEdges * graph.vertices) return choice;
    most_fill = most_fill_within(choice.dense_seconds, vertices, rates);
  }
  std::optional<sparse::EliminationTree> tree = tree_of(graph, most_fill);
  if (!tree) return choice;
  choice.sweep_seconds =
      sweep_seconds(vertices, static_cast<double>(tree->ups.size()), tree->relaxations(), rates);
  if (!automatic || *choice.sweep_seconds < choice.dense_seconds) {
    choice.method = Method::kSweep;
    choice.tree = std::move(tree);
  }
  return choice;
}

}  // namespace apsp::cpu
