// SPDX-License-Identifier: MIT
#include "hw3-1/real/real_method.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "common/base/memory.hpp"
#include "common/core/problem.hpp"
#include "common/solve/chooser.hpp"
#include "common/solve/sweep_pace.hpp"
#include "hw3-1/machine.hpp"

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

/// So many threads, for elements of so many bytes. Searches take a heap.
Machine real_machine(const KernelSet& kernels, std::size_t bytes, std::size_t vertices,
                     int threads) {
  constexpr double kVertex = 55e-9;
  constexpr double kEdge = 12.5e-9;
  const auto side = static_cast<double>(vertices);
  Machine machine = machine_of(kernels, vertices, threads);
  machine.dense.relaxations = side * side * side;
  machine.search = SearchRates{.at_once = machine.search->at_once,
                               .row = 0,
                               .vertex = kVertex,
                               .edge = kEdge,
                               .equal_vertex = kVertex,
                               .equal_edge = kEdge};
  machine.element_bytes = static_cast<double>(bytes);
  machine.element_fixed = true;
  return machine;
}

/// Seconds of searches that reach everything.
double longest_searches(const RowSet& rows, std::size_t edges, const SearchRates& rates) {
  return static_cast<double>(rows.size()) *
         (static_cast<double>(rows.vertices()) * rates.vertex +
          static_cast<double>(edges) * rates.edge) /
         std::min(rates.at_once, std::max(1.0, static_cast<double>(rows.size())));
}

}  // namespace

Plan plan_real(std::span<const RealEdge> edges, const RowSet& rows, double limit,
               std::optional<Method> forced, std::size_t bytes, bool has_room,
               const KernelSet& kernels) {
  constexpr double kLong = 10e-3;  // seconds, beside which a sample is short
  Plan plan;
  if (forced && *forced != Method::kSweep) {
    plan.method = *forced;
    return plan;
  }
  Machine machine = real_machine(kernels, bytes, rows.vertices(), omp_get_max_threads());
  if (!forced) {
    const double dense = has_room ? seconds_of(machine.dense, machine) : kUnlimited;
    const double search = longest_searches(rows, edges.size(), *machine.search);
    const bool limited = !std::isinf(limit);
    const double order = static_cast<double>(edges.size()) * machine.order.edge;
    const bool few = rows.size() <= kFewRows && search < std::min(dense, order);
    if (search < dense || (limited && search < kLong)) plan.method = Method::kSearch;
    // Within a limit searches may end at once.
    const double least = limited && search >= kLong ? kLong / 10 : kLong;
    if (rows.vertices() < kFewVertices || few || std::min(dense, search) < least) return plan;
    if (!limited && has_room && has_many_edges(edges.size(), rows)) return plan;
  }
  machine.room.matrix = has_room;
  const Sketch sketch(rows.vertices(), edges, limit);
  machine.room.order = has_memory(analysis_bytes(sketch.graph()));
  Problem problem(sketch.graph(), rows);
  if (!std::isinf(limit)) problem.limit = kLimit;
  plan = choose(problem, std::move(machine), forced);
  plan.search.reset();  // of the sketch
  return plan;
}

double seconds_of_one_thread(const Plan& plan, const RowSet& rows, std::size_t edges,
                             std::size_t bytes, const KernelSet& kernels) {
  constexpr double kElement = 3e-9;  // to fill the matrix and to hand it over
  const Machine machine = real_machine(kernels, bytes, rows.vertices(), 1);
  const auto vertices = static_cast<double>(rows.vertices());
  switch (plan.method) {
    case Method::kDense:
      return seconds_of(machine.dense, machine) + kElement * vertices * vertices;
    case Method::kSweep:
      return seconds_of(sweep_pace(plan.tree->counts(), rows.size(), machine), machine);
    case Method::kSearch:
      break;
  }
  return longest_searches(rows, edges, *machine.search);
}

}  // namespace apsp::cpu
