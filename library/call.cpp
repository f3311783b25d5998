// SPDX-License-Identifier: MIT
#include "library/call.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "apsp/summary.hpp"
#include "common/base/threads.hpp"
#include "common/core/edge_check.hpp"
#include "common/core/exact_solve.hpp"
#include "common/rows/summary_sink.hpp"
#include "hw3-1/backend.hpp"
#include "library/guarded_observer.hpp"
#include "library/summary.hpp"

namespace apsp {
namespace {

int checked_threads(int threads) {
  if (threads >= 0 && threads <= kMostThreads) return threads;
  throw Error(Fault::kUsage, fmt::format("threads is {}, expected 0 to {}", threads, kMostThreads));
}

Graph checked_graph(GraphView view) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
  if (view.vertices > kMost) {
    throw Error(Fault::kInput, fmt::format("the number of vertices is {}, expected 0 to {}",
                                           view.vertices, kMost));
  }
  Graph graph;
  graph.vertices = view.vertices;
  graph.edges = view.edges;
  if (const std::optional<BadEdge> bad = check_edges(graph)) {
    throw InvalidEdge(fmt::format("edge {}: {}", bad->edge, bad->problem), bad->edge);
  }
  return graph;
}

RowSet checked_rows(std::size_t vertices, const Settings& settings) {
  if (!settings.sources) return RowSet(vertices);
  const std::vector<std::int32_t>& sources = *settings.sources;
  for (std::size_t n = 0; n < sources.size(); ++n) {
    if (sources[n] >= 0 && static_cast<std::size_t>(sources[n]) < vertices) continue;
    throw Error(Fault::kUsage, fmt::format("source {} is {}, expected {}", n, sources[n],
                                           vertices == 0 ? "none in a graph of 0 vertices"
                                                         : fmt::format("0 to {}", vertices - 1)));
  }
  return {vertices, sources};
}

}  // namespace

Call::Call(GraphView graph, const Settings& settings)
    : settings_(settings),
      threads_(checked_threads(settings.threads)),
      problem_(checked_graph(graph), checked_rows(graph.vertices, settings)) {
  if (settings.undirected) problem_.graph = both_ways_.emplace(problem_.graph).graph();
}

void Call::run(RowSink* sink) {
  GuardedObserver observer(settings_.observer);
  try {
    run_observed(sink, observer);
  } catch (...) {
    observer.rethrow();  // the reason, if there is one
    throw;
  }
  observer.rethrow();
}

void Call::run_observed(RowSink* sink, Observer& observer) {
  cpu::Backend backend({.isa = settings_.instruction_set, .method = settings_.method});
  require_fit(problem_, backend, settings_.width);
  std::optional<SummarySink> summary;
  if (settings_.summary != nullptr) summary.emplace(problem_.rows, sink);
  RowSink& rows = summary ? static_cast<RowSink&>(*summary) : *sink;
  NumbersSink* numbers = sink == nullptr ? &*summary : nullptr;
  solve_exactly(problem_, backend, {rows, numbers}, observer, settings_.width,
                BeyondS32::kOnProcessors);
  if (summary) *settings_.summary = published(summary->finish());
}

}  // namespace apsp
