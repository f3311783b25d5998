// SPDX-License-Identifier: MIT
#include "hw3-1/real/real_method.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "common/base/memory.hpp"
#include "hw3-1/method.hpp"
#include "hw3-1/search/row_search.hpp"

namespace apsp::cpu {
namespace {

/// The limit of lengths in a Sketch, in the unit of its weights.
constexpr Distance kLimit = 1 << 20;

/// The edges with the integers that their weights are about, where `limit` is kLimit; all 0 where
/// it is infinite.
class Sketch {
 public:
  Sketch(std::size_t vertices, std::span<const RealEdge> edges, double limit) {
    edges_.reserve(edges.size());
    for (const RealEdge& edge : edges) {
      edges_.push_back({edge.source, edge.destination, weight_of(edge.weight, limit)});
    }
    const auto lighter = [](const Edge& a, const Edge& b) { return a.weight < b.weight; };
    const auto [least, most] = std::minmax_element(edges_.begin(), edges_.end(), lighter);
    graph_ = {vertices, edges_};
    if (edges_.empty()) return;
    graph_.smallest_weight = least->weight;
    graph_.largest_weight = most->weight;
  }

  /// Valid as long as this lives.
  [[nodiscard]] const Graph& graph() const { return graph_; }

 private:
  static Distance weight_of(double weight, double limit) {
    if (std::isinf(limit) || weight == 0) return 0;
    return weight > limit ? kLimit + 1 : static_cast<Distance>(weight / limit * kLimit);
  }

  std::vector<Edge> edges_;
  Graph graph_;
};

/// Returns the mean of sample searches of a millisecond.
SearchSample sample_of(const Graph& graph) {
  constexpr double kSteps = 50'000;  // of 20 ns: a vertex or an edge
  return sample_searches(SearchGraph(graph), kSteps, kLimit);
}

/// Seconds of the searches with a binary heap.
double search_seconds(const SearchSample& sample, double rows, const Rates& rates) {
  constexpr double kVertex = 0.1e-6;
  constexpr double kEdge = 5e-9;
  return rows * (sample.vertices * kVertex + sample.edges * kEdge) / rates.searches;
}

double dense_seconds(std::size_t vertices, const Rates& rates) {
  const auto side = static_cast<double>(vertices);
  return side * side * side * rates.element_bytes / rates.tiles;
}

double sweep_seconds(const sparse::EliminationTree& tree, std::size_t rows, const Rates& rates) {
  const Pace pace = sweep_pace(tree, rows, rates);
  return pace.seconds_besides + pace.relaxations * rates.element_bytes / pace.bytes_per_second;
}

/// Rates of so many threads for elements of so many bytes.
Rates real_rates(const KernelSet& kernels, std::size_t bytes, double threads) {
  Rates rates = rates_of(kernels.name, threads);
  rates.element_bytes = static_cast<double>(bytes);
  return rates;
}

/// Whether an order can be looked for, in the memory that there is and a small part of `best`.
bool may_have_order(const Graph& graph, double best) {
  constexpr double kOrder = 1e-6;  // seconds a vertex and edge that an order takes at most
  const std::size_t steps = graph.vertices + graph.edges.size();
  return kOrder * static_cast<double>(steps) < best && is_worth_an_order(graph, best) &&
         has_memory(analysis_bytes(graph));
}

/// Looks at sweeps. Takes them where they are faster than `best`.
void consider_sweeps(const Graph& graph, std::size_t rows, double best, const Rates& rates,
                     RealChoice& choice) {
  std::optional<sparse::EliminationTree> tree =
      tree_of(graph, limits_within(best, static_cast<double>(rows), rates));
  if (!tree) return;
  choice.sweep_seconds = sweep_seconds(*tree, rows, rates);
  if (*choice.sweep_seconds >= best) return;
  choice.method = Method::kSweep;
  choice.tree = std::move(tree);
}

}  // namespace

RealChoice choose_real_method(std::span<const RealEdge> edges, const RowSet& rows, double limit,
                              std::optional<Method> forced, std::size_t bytes, bool has_room,
                              const KernelSet& kernels) {
  constexpr std::size_t kSmall = 256;  // solved before an order is found
  constexpr double kLong = 10e-3;      // seconds, beside which a sample is short
  RealChoice choice;
  if (forced) {
    choice.method = *forced;
    if (forced == Method::kSweep) {
      choice.tree = tree_of(Sketch(rows.vertices(), edges, limit).graph(), {});
    }
    return choice;
  }
  const Rates rates = real_rates(kernels, bytes, omp_get_max_threads());
  const auto sources = static_cast<double>(rows.size());
  const SearchSample all = {static_cast<double>(rows.vertices()),
                            static_cast<double>(edges.size())};
  choice.dense_seconds =
      has_room ? dense_seconds(rows.vertices(), rates) : std::numeric_limits<double>::infinity();
  choice.search_seconds = search_seconds(all, sources, rates);
  const auto best = [&] { return std::min(choice.dense_seconds, choice.search_seconds); };
  const auto choose = [&] {
    const bool search = choice.search_seconds < choice.dense_seconds;
    choice.method = search ? Method::kSearch : Method::kDense;
  };
  choose();
  if (!std::isinf(limit) && choice.search_seconds < kLong) choice.method = Method::kSearch;
  if (rows.vertices() < kSmall || best() < kLong) return choice;
  const bool many = std::isinf(limit) && has_many_edges(edges.size(), rows);
  if (choice.method == Method::kDense && many) return choice;

  const Sketch sketch(rows.vertices(), edges, limit);
  const Graph& graph = sketch.graph();
  choice.search_seconds = search_seconds(sample_of(graph), sources, rates);
  choose();
  if (may_have_order(graph, best())) consider_sweeps(graph, rows.size(), best(), rates, choice);
  return choice;
}

double seconds_of_one_thread(const RealChoice& choice, const RowSet& rows, std::size_t edges,
                             std::size_t bytes, const KernelSet& kernels) {
  constexpr double kElement = 3e-9;  // to fill the matrix and to hand it over
  const Rates rates = real_rates(kernels, bytes, 1);
  const auto vertices = static_cast<double>(rows.vertices());
  switch (choice.method) {
    case Method::kDense:
      return dense_seconds(rows.vertices(), rates) + kElement * vertices * vertices;
    case Method::kSweep:
      return sweep_seconds(*choice.tree, rows.size(), rates);
    case Method::kSearch:
      break;
  }
  return search_seconds({vertices, static_cast<double>(edges)}, static_cast<double>(rows.size()),
                        rates);
}

}  // namespace apsp::cpu
