// SPDX-License-Identifier: MIT
#include "apsp/near.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "common/base/error.hpp"
#include "common/base/threads.hpp"
#include "common/core/both_ways.hpp"
#include "common/near/near_problem.hpp"
#include "common/near/near_solve.hpp"
#include "library/call.hpp"
#include "library/checks.hpp"
#include "library/guarded_observer.hpp"

namespace apsp {
namespace {

/// Fills in `limit` and `limits`.
void take_limits(const NearSettings& settings, NearProblem& problem) {
  problem.limit = checked_limit(settings.limit, "limit");
  if (settings.limits.empty()) return;
  if (settings.limits.size() != problem.rows.size()) {
    throw Error(Fault::kUsage, fmt::format("limits has {} elements, expected {}, one for each row",
                                           settings.limits.size(), problem.rows.size()));
  }
  Distance most = 0;
  for (std::size_t row = 0; row < settings.limits.size(); ++row) {
    const Distance limit = checked_limit(settings.limits[row], fmt::format("limits[{}]", row));
    problem.limits.push_back(std::min(limit, problem.limit));
    most = std::max(most, problem.limits.back());
  }
  problem.limit = most;
}

NearProblem checked_problem(GraphView graph, const NearSettings& settings) {
  NearProblem problem(checked_graph(graph));
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

}  // namespace

void solve_near(GraphView graph, const NearSettings& settings, NearSink& sink) {
  with_memory_errors([&] {
    const ThreadCount threads(checked_threads(settings.threads));
    NearProblem problem = checked_problem(graph, settings);
    std::optional<BothWays> both_ways;
    if (settings.undirected) problem.graph = both_ways.emplace(problem.graph).graph();
    GuardedObserver observer(settings.observer);
    try {
      solve_near(problem, sink, observer);
    } catch (...) {
      observer.rethrow();  // the reason, if there is one
      throw;
    }
    observer.rethrow();
  });
}

}  // namespace apsp
