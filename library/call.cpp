// SPDX-License-Identifier: MIT
#include "library/call.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "apsp/summary.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/rows/checkpoint_sink.hpp"
#include "common/rows/sink_chain.hpp"
#include "common/rows/solved_problem.hpp"
#include "common/solve/exact_solve.hpp"
#include "library/checks.hpp"
#include "library/device_choice.hpp"
#include "library/guarded_observer.hpp"
#include "library/memory_sink.hpp"
#include "library/summary.hpp"

namespace apsp {
namespace {

Graph checked_graph(const DenseWeights& weights) {
  Graph graph;
  graph.vertices = weights.vertices();
  graph.matrix = &weights;
  graph.smallest_weight = static_cast<Distance>(weights.range().least);
  graph.largest_weight = static_cast<Distance>(weights.range().most);
  return graph;
}

}  // namespace

int checked_threads(int threads) {
  if (threads >= 0 && threads <= kMostThreads) return threads;
  throw Error(Fault::kUsage, fmt::format("threads is {}, expected 0 to {}", threads, kMostThreads));
}

template <typename AnyGraph>
Call::Call(const AnyGraph& graph, const Settings& settings)
    : settings_(settings),
      threads_(checked_threads(settings.threads)),
      problem_(checked_graph(graph)),
      targets_(checked_set(problem_.graph.vertices, settings.targets, "target")) {
  problem_.rows = checked_set(problem_.graph.vertices, settings.sources, "source");
  if (!settings.predecessors.empty()) {
    if (settings.predecessor_sink != nullptr) {
      throw Error(Fault::kUsage, "predecessors and predecessor_sink are both set, expected one");
    }
    require_size(settings.predecessors.size(), "predecessors");
  }
  problem_.limit = checked_limit(settings.limit, "limit");
  if (!settings.order.empty()) require_order(settings.order, problem_.graph.vertices);
  problem_.order = settings.order;
  if (settings.undirected) lead_both_ways();
  const bool predecessors = !settings.predecessors.empty() || settings.predecessor_sink != nullptr;
  if (predecessors || !targets_.all()) problem_.graph = listed(problem_.graph);
}

template Call::Call(const GraphView&, const Settings&);
template Call::Call(const DenseWeights&, const Settings&);

void Call::lead_both_ways() {
  const Graph& graph = problem_.graph;
  if (graph.matrix != nullptr && graph.smallest_weight >= 0) {
    problem_.graph =
        checked_graph(weights_both_ways_.emplace(graph.matrix->both_ways(settings_.memory)));
  } else {
    problem_.graph = both_ways_.emplace(listed(graph)).graph();
  }
}

/// Makes ready for a checkpoint, beside results of whole rows or not. Throws Error(kUsage).
void Call::expect_checkpoint(bool rows) {
  if (rows || settings_.summary == nullptr) {
    throw Error(Fault::kUsage, "checkpoint keeps a summary alone, and other results are asked for");
  }
  if (!(settings_.checkpoint_seconds >= 0)) {
    throw Error(Fault::kUsage, fmt::format("checkpoint_seconds is {}, expected 0 or more",
                                           settings_.checkpoint_seconds));
  }
  problem_.graph = listed(problem_.graph);
}

void Call::require_size(std::size_t elements, const char* what) const {
  if (columns() == 0 ? elements == 0
                     : elements % columns() == 0 && elements / columns() == rows()) {
    return;
  }
  throw Error(Fault::kUsage, fmt::format("the memory for the {} has {} elements, expected {} of {}",
                                         what, elements, counted(rows(), "row"), columns()));
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

Distances Call::distances() {
  Distances result(rows(), columns());
  // Not filled yet: the solver must not take it for free.
  const PromisedMemory promised(result.all().size_bytes());
  MemorySink sink(result.all(), columns());
  run(&sink);
  return result;
}

Forecast Call::forecast() {
  GuardedObserver observer(settings_.observer);
  problem_.columns = targets_;
  problem_.seconds_besides = seconds_of_sinks(problem_, false, 0);
  const SolvedProblem solved(problem_, targets_, true);
  const PromisedMemory kept(solved.kept_bytes());
  const Chosen chosen = choose_backend(settings_, solved.problem(), observer);
  const ExactSolve solve(solved.problem(), *chosen.backend, observer, settings_.width,
                         BeyondS32::kOnProcessors, chosen.plan);
  observer.rethrow();
  const Plan& plan = solve.plan();
  Forecast forecast = {.method = plan.method,
                       .seconds = plan.seconds(),
                       .host_bytes = plan.host_bytes + solved.kept_bytes(),
                       .device_bytes = plan.device_bytes,
                       .result_bytes = std::uint64_t{rows()} * columns() * sizeof(Distance)};
  for (const auto& [method, seconds] : plan.predictions) {
    forecast.methods.push_back({method, seconds});
  }
  try {
    solve.require_fit();
    require_memory(plan.host_bytes + forecast.result_bytes, "solver and result");
  } catch (const Error& error) {
    if (error.fault() != Fault::kMemory) throw;
    forecast.lack = error.what();
  }
  return forecast;
}

Forecast plan(GraphView graph, const Settings& settings) {
  return with_memory_errors([&] { return Call(graph, settings).forecast(); });
}

void Call::run_observed(RowSink* sink, Observer& observer) {
  MemorySink memory(settings_.predecessors, columns());
  Wanted wanted;
  wanted.distances = sink;
  wanted.predecessors = settings_.predecessors.empty() ? settings_.predecessor_sink : &memory;
  wanted.summary = settings_.summary != nullptr;
  if (!settings_.checkpoint.empty()) {
    expect_checkpoint(sink != nullptr || wanted.predecessors != nullptr);
  }

  if (!wanted.summary) problem_.columns = targets_;  // a summary is of whole rows
  problem_.seconds_besides = seconds_of_sinks(problem_, wanted.predecessors != nullptr, 0);
  problem_.numbers_alone = wanted.summary && sink == nullptr && wanted.predecessors == nullptr &&
                           !problem_.limited();  // a limit goes through the rows
  const SolvedProblem solved(problem_, targets_, wanted.predecessors == nullptr && !wanted.summary);
  solved.report(observer);
  std::optional<PromisedMemory> kept(solved.kept_bytes());  // until the chain has it
  Problem problem = solved.problem();
  std::optional<CheckpointSink> checkpoint;
  if (!settings_.checkpoint.empty()) {
    checkpoint.emplace(CheckpointFile{settings_.checkpoint, settings_.checkpoint_seconds}, problem_,
                       observer);
    wanted.checkpoint = &*checkpoint;
    problem = checkpoint->left_of(std::move(problem));
  }
  std::optional<SinkChain> chain;
  const auto finish = [&] {
    chain->finish(observer);
    if (wanted.summary) *settings_.summary = published(chain->summary());
  };
  if (checkpoint && checkpoint->complete()) {
    chain.emplace(wanted, problem_, targets_, problem, observer);
    finish();
  } else {
    const Chosen chosen = choose_backend(settings_, problem, observer);
    ExactSolve solve(problem, *chosen.backend, observer, settings_.width, BeyondS32::kOnProcessors,
                     chosen.plan);
    solve.require_fit();
    chain.emplace(wanted, problem_, targets_, problem, observer);
    kept.reset();
    try {
      solve.run(chain->outputs());
      finish();
    } catch (...) {
      if (checkpoint) (void)checkpoint->save_or_say();
      throw;
    }
  }
  // An observer that asks for the end, or has thrown, may not have the result.
  if (checkpoint && !observer.cancelled()) checkpoint->remove();
}

}  // namespace apsp
