// SPDX-License-Identifier: MIT
#include "apsp/near.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "common/base/error.hpp"
#include "common/base/threads.hpp"
#include "common/core/both_ways.hpp"
#include "common/near/near_problem.hpp"
#include "common/near/near_solve.hpp"
#include "hw3-1/backend.hpp"
#include "library/call.hpp"
#include "library/checks.hpp"
#include "library/guarded_observer.hpp"
#include "library/real_edges.hpp"

namespace apsp {
namespace {

template <typename Length>
Length limit_of(double limit, const std::string& what) {
  const Distance whole = checked_limit(limit, what);
  if constexpr (std::is_floating_point_v<Length>) {
    return limit;
  } else {
    return whole;
  }
}

/// Fills in `limit` and `limits`.
template <typename Length>
void take_limits(const NearSettings& settings, BasicNearProblem<Length>& problem) {
  problem.limit = limit_of<Length>(settings.limit, "limit");
  if (settings.limits.empty()) return;
  if (settings.limits.size() != problem.rows.size()) {
    throw Error(Fault::kUsage, fmt::format("limits has {} elements, expected {}, one for each row",
                                           settings.limits.size(), problem.rows.size()));
  }
  Length most = 0;
  for (std::size_t row = 0; row < settings.limits.size(); ++row) {
    const auto limit = limit_of<Length>(settings.limits[row], fmt::format("limits[{}]", row));
    problem.limits.push_back(std::min(limit, problem.limit));
    most = std::max(most, problem.limits.back());
  }
  problem.limit = most;
}

/// The question about a graph that is checked.
template <typename Length>
BasicNearProblem<Length> checked_problem(const typename BasicNearProblem<Length>::AnyGraph& graph,
                                         const NearSettings& settings) {
  BasicNearProblem<Length> problem(graph);
  problem.rows = checked_set(graph.vertices, settings.sources, "source");
  problem.targets = VertexSet(checked_set(graph.vertices, settings.targets, "target"));
  take_limits(settings, problem);
  if (settings.nearest && *settings.nearest < 0) {
    throw Error(Fault::kUsage, fmt::format("nearest is {}, expected 0 or more", *settings.nearest));
  }
  if (settings.nearest) problem.nearest = static_cast<std::size_t>(*settings.nearest);
  problem.path_vertex = settings.path_vertex;
  return problem;
}

/// Calls `solve(observer)`.
template <typename Solve>
void run(const NearSettings& settings, const Solve& solve) {
  GuardedObserver observer(settings.observer);
  try {
    solve(observer);
  } catch (...) {
    observer.rethrow();  // the reason, if there is one
    throw;
  }
  observer.rethrow();
}

/// The edges that are there, both ways where the graph is undirected, none below 0.
CheckedEdges checked_lengths(RealGraphView graph, bool undirected) {
  CheckedEdges edges = checked_edges(graph, std::numeric_limits<double>::max(), undirected);
  if (!has_negative(edges.get())) return edges;
  const auto negative = std::find_if(graph.edges.begin(), graph.edges.end(),
                                     [](const RealEdge& edge) { return edge.weight < 0; });
  refuse_negative_weight(static_cast<std::size_t>(negative - graph.edges.begin()), negative->source,
                         negative->destination, negative->weight);
}

}  // namespace

void solve_near(GraphView graph, const NearSettings& settings, NearSink& sink) {
  with_memory_errors([&] {
    const ThreadCount threads(checked_threads(settings.threads));
    NearProblem problem = checked_problem<Distance>(checked_graph(graph), settings);
    std::optional<BothWays> both_ways;
    if (settings.undirected) problem.graph = both_ways.emplace(problem.graph).graph();
    run(settings, [&](Observer& observer) {
      cpu::Backend processors(
          {.threads = settings.threads > 0 ? std::optional(settings.threads) : std::nullopt});
      solve_near(problem, &processors, sink, observer);
    });
  });
}

void solve_near(RealGraphView graph, const NearSettings& settings, RealNearSink& sink) {
  with_memory_errors([&] {
    const ThreadCount threads(checked_threads(settings.threads));
    (void)checked_graph({graph.vertices, {}});
    const CheckedEdges edges = checked_lengths(graph, settings.undirected);
    const RealGraphView checked = {graph.vertices, edges.get()};
    const auto problem = checked_problem<double>(checked, settings);
    run(settings, [&](Observer& observer) { solve_near(problem, sink, observer); });
  });
}

}  // namespace apsp
