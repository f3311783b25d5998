// SPDX-License-Identifier: MIT
#include "apsp/real.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "apsp/solve.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/solve/chooser.hpp"
#include "hw3-1/real/real_potentials.hpp"
#include "hw3-1/real/real_solve.hpp"
#include "library/call.hpp"
#include "library/device_choice.hpp"
#include "library/guarded_observer.hpp"
#include "library/matrix/number_loops.hpp"
#include "library/matrix/state.hpp"
#include "library/memory_sink.hpp"
#include "library/real_edges.hpp"
#include "library/real_gpus.hpp"
#include "library/rounded_limit.hpp"
#include "library/scaled_integers.hpp"

namespace apsp {
namespace {

/// Takes rows of integers into memory of the caller, multiplied by a power of two.
template <typename Element>
class ScalingSink final : public RowSink {
 public:
  ScalingSink(std::span<Element> rows, std::size_t columns, int exponent)
      : rows_(rows), columns_(columns), exponent_(exponent) {
    const bool normal = exponent >= std::numeric_limits<double>::min_exponent &&
                        exponent < std::numeric_limits<double>::max_exponent;
    if (normal) factor_ = std::ldexp(1.0, exponent);
  }

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    // Neither rounds: a length is a multiple of 2^exponent, as the weights are.
    Element* const out = rows_.data() + first_row * columns_;
    if (factor_) return write_(rows.data(), rows.size(), *factor_, out);
    constexpr Element kNone = std::numeric_limits<Element>::infinity();
    for (std::size_t n = 0; n < rows.size(); ++n) {
      const auto length = static_cast<Element>(std::ldexp(rows[n], exponent_));
      out[n] = rows[n] == kUnreachable ? kNone : length;
    }
  }

 private:
  std::span<Element> rows_;
  std::size_t columns_;
  int exponent_;
  std::optional<double> factor_;
  WriteNumbers<Element> write_ =
      std::get<WriteNumbers<Element>>(runnable_number_loops().front()->write);
};

/// Returns the limit, or what it rounds to where that is more: a length that rounds as the limit
/// does is within it, and no exact one that was is lost.
template <typename Element>
double limit_of(const Settings& settings) {
  return std::max(settings.limit, rounded_limit<Element>(settings.limit));
}

/// Solves as integers in units of 2^exponent. Returns whether all lengths are in their range;
/// otherwise nothing was put.
template <typename AnyGraph, typename Element>
bool solve_integers(const AnyGraph& graph, int exponent, Settings settings,
                    std::span<Element> rows) {
  settings.limit = std::ldexp(limit_of<Element>(settings), -exponent);
  try {
    Call call(graph, settings);
    call.require_size(rows.size(), "rows");
    ScalingSink<Element> sink(rows, call.columns(), exponent);
    call.run(&sink);
    return true;
  } catch (const NegativeCycle& cycle) {
    if (exponent == 0) throw;
    throw NegativeCycle(fmt::format("{}, in units of 2^{}", cycle.what(), exponent),
                        cycle.vertices());
  } catch (const Error& error) {
    const bool only_integers = settings.width || settings.summary != nullptr;
    if (error.fault() != Fault::kNoAnswer || only_integers) throw;
    return false;
  }
}

/// Throws Error(kUsage) for a setting that only integers have.
void require_settings_of_reals(const Settings& settings) {
  const auto refuse = [](const char* setting) {
    throw Error(Fault::kUsage, fmt::format("{} is for weights that are integers times a power of "
                                           "two, and for lengths below {} of these units",
                                           setting, kUnreachable));
  };
  if (settings.width) refuse("a width");
  if (settings.summary != nullptr) refuse("a summary");
  if (!settings.checkpoint.empty()) refuse("a checkpoint");
}

/// Whether the settings and the graph leave it to the library to solve on GPUs.
bool leaves_choice(const Settings& settings, const cpu::RealSettings& of_processors,
                   const cpu::RealProblem& problem) {
  return settings.device == Device::kAuto && settings.method != Method::kSearch &&
         settings.instruction_set.empty() && of_processors.predecessors == nullptr &&
         problem.potentials == nullptr && problem.rows.size() > 0;
}

/// Solves on what the settings ask for.
template <typename Element>
void solve_where_asked(const cpu::RealProblem& problem, const Settings& settings,
                       RowSink* predecessors, std::span<Element> rows, Observer& observer) {
  require_possible_devices(settings);
  const bool on_gpus = settings.device == Device::kGpu || settings.device == Device::kGpus;
  cpu::RealSettings of_processors = {settings.instruction_set, settings.method, predecessors,
                                     settings.memory, settings.threads};
  std::optional<Plan> plan;
  if (on_gpus) return solve_on_gpus(problem, settings, rows, observer);
  if (leaves_choice(settings, of_processors, problem)) {
    plan = cpu::real_plan<Element>(problem, of_processors);
    of_processors.plan = &*plan;
    const double seconds = cpu::predicted_seconds<Element>(problem, of_processors, *plan);
    if (seconds >= kWorthALook &&
        solve_on_faster_gpus(problem, settings, seconds, rows, observer)) {
      return;
    }
  }
  cpu::solve_real<Element>(problem, of_processors, rows, observer);
}

/// Runs `solve` with the caller's observer, whose exception is the reason where there is one.
template <typename Solve>
void with_observer(const Settings& settings, const Solve& solve) {
  GuardedObserver observer(settings.observer);
  try {
    solve(observer);
  } catch (...) {
    observer.rethrow();
    throw;
  }
  observer.rethrow();
}

template <typename Element>
void solve_rounded(const Call& call, std::size_t vertices, std::span<const RealEdge> edges,
                   const Settings& settings, std::span<Element> rows) {
  with_observer(settings, [&](Observer& observer) {
    require_settings_of_reals(settings);
    const bool negative = has_negative(edges);
    std::optional<cpu::RealPotentials> potentials;
    std::vector<RealEdge> reduced;
    if (negative) {
      observer.enter_phase(Phase::kPotentials);
      potentials.emplace(vertices, edges);
      reduced = potentials->reduced(edges);
    }
    MemorySink memory(settings.predecessors, call.columns());
    const cpu::RealProblem problem = {vertices,
                                      negative ? std::span<const RealEdge>(reduced) : edges,
                                      potentials ? &*potentials : nullptr,
                                      call.row_set(),
                                      call.column_set(),
                                      limit_of<Element>(settings)};
    RowSink* const predecessors =
        settings.predecessors.empty() ? settings.predecessor_sink : &memory;
    solve_where_asked(problem, settings, predecessors, rows, observer);
  });
}

/// Whether a solve that rounds goes by the dense method and needs nothing but the matrix.
template <typename Element>
bool is_for_matrix(const DenseWeights& weights, const Call& call, const Settings& settings) {
  const bool distances_alone = settings.predecessors.empty() &&
                               settings.predecessor_sink == nullptr && call.column_set().all() &&
                               std::isinf(settings.limit);
  const bool dense = settings.method ? settings.method == Method::kDense
                                     : has_many_edges(weights.edge_count(), call.row_set());
  return distances_alone && dense && weights.range().least >= 0 &&
         weights.range().most <= double{std::numeric_limits<Element>::max()};
}

template <typename Element>
void solve_rounded(const Call& call, const DenseWeights& weights, const Settings& settings,
                   std::span<Element> rows) {
  with_observer(settings, [&](Observer& observer) {
    require_settings_of_reals(settings);
    const std::optional<DenseWeights> both =
        settings.undirected ? std::optional(weights.both_ways(settings.memory)) : std::nullopt;
    const cpu::RealProblem problem = {
        weights.vertices(),      {}, nullptr, call.row_set(), call.column_set(), settings.limit,
        both ? &*both : &weights};
    solve_where_asked(problem, settings, nullptr, rows, observer);
  });
}

template <typename Element>
void solve_edges(RealGraphView graph, const Settings& settings, std::span<Element> rows,
                 bool as_integers) {
  const Call call(GraphView{graph.vertices, {}}, settings);  // checks the settings
  call.require_size(rows.size(), "rows");
  const CheckedEdges checked =
      checked_edges(graph, double{std::numeric_limits<Element>::max()}, settings.undirected);
  const std::span<const RealEdge> edges = checked.get();
  if (as_integers) {
    if (const auto integers = scaled_integers(edges)) {
      Settings directed = settings;
      directed.undirected = false;  // the edges lead both ways
      const GraphView view = {graph.vertices, integers->edges};
      if (solve_integers(view, integers->exponent, directed, rows)) return;
    }
  }
  solve_rounded(call, graph.vertices, edges, settings, rows);
}

template <typename Element>
void solve_matrix(const WeightMatrix& graph, const Settings& settings, std::span<Element> rows) {
  with_memory_errors([&] {
    const DenseWeights& weights = graph.state().weights;
    const std::optional<int> exponent = graph.exponent();
    if (exponent) {
      if (solve_integers(weights, *exponent, settings, rows)) return;
    } else {
      const Call call(GraphView{graph.vertices(), {}}, settings);
      call.require_size(rows.size(), "rows");
      if (is_for_matrix<Element>(weights, call, settings)) {
        return solve_rounded(call, weights, settings, rows);
      }
    }
    const std::vector<RealEdge> edges = graph.real_edges();
    solve_edges({graph.vertices(), edges}, settings, rows, false);
  });
}

}  // namespace

void solve_into(RealGraphView graph, const Settings& settings, std::span<double> rows) {
  with_memory_errors([&] { solve_edges(graph, settings, rows, true); });
}

void solve_into(RealGraphView graph, const Settings& settings, std::span<float> rows) {
  with_memory_errors([&] { solve_edges(graph, settings, rows, true); });
}

void solve_into(const WeightMatrix& graph, const Settings& settings, std::span<double> rows) {
  solve_matrix(graph, settings, rows);
}

void solve_into(const WeightMatrix& graph, const Settings& settings, std::span<float> rows) {
  solve_matrix(graph, settings, rows);
}

}  // namespace apsp
