// SPDX-License-Identifier: MIT
#include "common/core/exact_solve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/error.hpp"
#include "common/core/dense_weights.hpp"
#include "common/core/potential_sink.hpp"
#include "common/core/potentials.hpp"
#include "common/core/wide_solve.hpp"
#include "common/core/width_choice.hpp"

namespace apsp {
namespace {

/// A problem for a backend, and where the rows go.
struct Task {
  const Problem& problem;  // weights are 0 or more
  Outputs outputs;
  const Graph& original;                   // with the weights of the user; maybe problem.graph
  const Potentials* potentials = nullptr;  // not null: they reduce the weights of problem.graph
  PotentialSink* sink = nullptr;           // likewise: what `outputs` begin with

  /// The length of a path that has the reduced length `length`.
  [[nodiscard]] std::int64_t restored(std::int64_t length, std::size_t from,
                                      std::int32_t to) const {
    if (potentials == nullptr) return length;
    return length - (*potentials)[from] + (*potentials)[static_cast<std::size_t>(to)];
  }
};

/// Returns "5 seen, at most 8".
std::string describe(Distance seen, Distance most) {
  return most < kUnreachable ? fmt::format("{} seen, at most {}", seen, most)
                             : fmt::format("{} seen, no upper bound", seen);
}

/// The width to try first. Reports what it was chosen from.
WidthChoice choose(const Task& task, const Backend& backend, Observer& observer) {
  const WidthChoice choice = choose_width(task.problem.graph, backend.widths(),
                                          backend.pace(task.problem), task.problem.limit);
  observer.fact(task.potentials == nullptr ? "largest_distance" : "largest_reduced_distance",
                describe(choice.bounds.seen, choice.bounds.most));
  return choice;
}

/// No distance is longer than V - 1 edges of the largest weight. Clipped to kUnreachable.
Distance longest_possible(const Graph& graph) {
  const auto edges = static_cast<std::int64_t>(std::max<std::size_t>(graph.vertices, 1) - 1);
  return static_cast<Distance>(std::min<std::int64_t>(
      kUnreachable,
      std::min<std::int64_t>(edges, kUnreachable) * std::max(graph.largest_weight, 0)));
}

/// The width that was tried last, and an entry that it clipped.
struct Refusal {
  Clipped clipped;
  Width width;
};

std::string describe(const Refusal& refusal, const Task& task) {
  const auto [row, number] = refusal.clipped;
  const Edge& edge = listed(task.original).edges[number];
  const Distance infinity = infinity_of(refusal.width);
  const bool reversed = task.problem.reversed;
  std::string text = fmt::format(
      "the path {} {} over edge {} (from {} to {}, weight {}) is {} or longer",
      reversed ? "to" : "from", row, task.original.number_in_file(number),
      reversed ? edge.destination : edge.source, reversed ? edge.source : edge.destination,
      edge.weight, task.restored(infinity, row, edge.destination));
  if (task.potentials != nullptr) {
    text += fmt::format(", {} or longer as the potentials of negative weights reduce it", infinity);
  }
  return text;
}

/// Throws the reason why the width was not enough.
[[noreturn]] void refuse(const Refusal& refusal, const Task& task) {
  const std::string path = describe(refusal, task);
  throw Error(Fault::kNoAnswer,
              refusal.width == Width::kS32 && task.potentials == nullptr
                  ? "a length does not fit the distance file: " + path
                  : fmt::format("arithmetic {} is too narrow: {}", name(refusal.width), path));
}

/// How a result was proven, or what is clipped.
struct Finding {
  std::string_view proof = {};
  Distance longest = kUnreachable;  // where it is proven: no result below INF is longer
  std::optional<Clipped> clipped = {};
};

/// `may_widen`: parts of the result may be computed in another width.
Finding examine(Solve& solve, const Plan& plan, bool may_widen) {
  const Graph& graph = plan.problem.graph;
  const Distance infinity = infinity_of(plan.width);
  if (plan.problem.limit < infinity) {
    return {"no distance that is wanted is as long as INF", plan.problem.limit};
  }
  if (solve.streams() && plan.longest < infinity) {
    return {"no distance is as long as INF", plan.longest};
  }
  if (solve.streams() && may_widen && plan.longest < kUnreachable) {
    return {"batch by batch", plan.longest};
  }
  const Extent extent = solve.extent();
  if (const auto proof = prove(extent, graph.largest_weight, infinity)) {
    return {*proof, extent.largest};
  }
  if (const auto clipped = solve.first_clipped(listed(graph))) return {.clipped = clipped};
  return {"no edge leads from below INF to INF", extent.largest};
}

/// Solves in one width. Puts all rows and returns nothing if the result is proven exact; otherwise
/// puts none and returns what was clipped. Where the rows may restore to lengths that the format
/// does not hold, has the task's sink look at them instead of putting them: sink->looking().
std::optional<Clipped> attempt(const Task& task, const Plan& plan, Backend& backend, bool may_widen,
                               Observer& observer) {
  const std::unique_ptr<Solve> solve = backend.start(plan, observer);
  if (plan.problem.rows.size() == 0 && !backend.joint()) return std::nullopt;
  stop_if_cancelled(observer);
  solve->scatter(plan.problem.graph, observer);

  stop_if_cancelled(observer);
  task.outputs.rows.prepare();
  observer.enter_phase(Phase::kCompute);
  solve->close(observer);

  stop_if_cancelled(observer);
  observer.enter_phase(Phase::kProve);
  const Finding finding = examine(*solve, plan, may_widen);
  if (finding.clipped) return finding.clipped;
  observer.fact("proof", std::string(finding.proof) +
                             (task.potentials == nullptr ? "" : " (reduced lengths)"));
  if (task.sink != nullptr) task.sink->expect(finding.longest);
  stop_if_cancelled(observer);
  solve->put(task.outputs, observer);
  return std::nullopt;
}

/// Tries one width after the other, from the one that is forced or chosen. Puts all rows and
/// returns nothing, or puts none and returns what the last of them clipped.
std::optional<Refusal> try_widths(const Task& task, Backend& backend, Observer& observer,
                                  Arithmetic forced) {
  observer.enter_phase(Phase::kBound);
  Distance most = std::min(longest_possible(task.problem.graph), task.problem.limit);
  Width first = forced.value_or(Width::kU8);
  if (!forced) {
    const WidthChoice choice = choose(task, backend, observer);
    first = backend.agree(choice.width);
    most = std::min(most, choice.bounds.most);
  }
  std::string tried;
  for (const Width width : backend.widths()) {
    if (forced ? width != first : width < first) continue;
    tried += (tried.empty() ? "" : ", ") + std::string(name(width));
    observer.fact("arithmetic", std::string(name(width)));
    observer.fact("arithmetic_tried", tried);
    const Plan plan = {task.problem, width, most};
    std::optional<Clipped> clipped = attempt(task, plan, backend, !forced, observer);
    if (!clipped && task.sink != nullptr && task.sink->looking()) {
      task.sink->require_fit();
      clipped = attempt(task, plan, backend, !forced, observer);  // once more, for the output
    }
    if (!clipped) return std::nullopt;
    if (forced || width == Width::kS32) return Refusal{*clipped, width};
  }
  // To return would say that all rows were put.
  throw Error(Fault::kInternal, fmt::format("the backend has no width for this graph{}",
                                            tried.empty() ? "" : ": tried " + tried));
}

/// Tries the backend's widths on reduced weights. Puts all rows and returns "", or puts none and
/// returns the reason why s32 is not enough. Throws Error(kNoAnswer) for a forced u8 or u16 that is
/// too narrow.
std::string try_reduced(const Problem& problem, const Potentials& potentials, Backend& backend,
                        const Outputs& outputs, Observer& observer, Arithmetic forced) {
  if (potentials.least() <= -kUnreachable) {
    return fmt::format("the potentials of negative weights fall to {}", potentials.least());
  }
  const ReducedGraph reduced(problem.graph, potentials);
  if (!reduced.fits()) {
    return fmt::format("the potentials of negative weights raise a weight to {} or more",
                       kUnreachable);
  }
  const Problem easier(reduced.graph(), problem.rows);
  PotentialSink sink(outputs.rows, problem.rows, potentials, longest_possible(problem.graph));
  // No numbers of rows: they would be those of reduced lengths.
  const Task task{easier, {sink, nullptr}, problem.graph, &potentials, &sink};
  const std::optional<Refusal> refusal = try_widths(task, backend, observer, forced);
  if (!refusal) return "";
  if (refusal->width != Width::kS32) refuse(*refusal, task);
  return describe(*refusal, task);
}

void solve_by_potentials(const Problem& problem, Backend& backend, const Outputs& outputs,
                         Observer& observer, Arithmetic forced, BeyondS32 beyond) {
  observer.enter_phase(Phase::kPotentials);
  const Potentials potentials(problem.graph);
  // Some row holds the smallest potential. Where not all are wanted, that may be another one.
  if (problem.rows.all()) potentials.require_representable();
  observer.fact("smallest_distance", potentials.least());
  const std::string too_narrow =
      try_reduced(problem, potentials, backend, outputs, observer, forced);
  if (too_narrow.empty()) return;
  const bool processors = beyond == BeyondS32::kOnProcessors;
  if (forced || !processors) {
    throw Error(Fault::kNoAnswer,
                fmt::format("arithmetic s32 is too narrow: {}; {} in 64 bits", too_narrow,
                            processors ? "auto computes" : "hw3-1 computes"));
  }
  observer.fact("arithmetic", std::string("s64"));
  observer.fact("proof", std::string("64 bits hold every length"));
  outputs.rows.prepare();
  const bool fits =
      longest_possible(problem.graph) < kUnreachable && potentials.least() > -kUnreachable;
  solve_wide(problem, potentials, fits, outputs.rows, observer);
}

}  // namespace

void require_fit(const Problem& problem, Backend& backend, Arithmetic forced) {
  const Width width = forced.value_or(backend.widths().front());
  if (problem.graph.smallest_weight >= 0) return backend.require_fit(problem, width);
  backend.require_fit({Graph{problem.graph.vertices, {}, 0, 0}, problem.rows}, width);
}

void solve_exactly(const Problem& problem, Backend& backend, const Outputs& outputs,
                   Observer& observer, Arithmetic forced, BeyondS32 beyond) {
  if (problem.graph.smallest_weight < 0) {
    return solve_by_potentials(listed(problem), backend, outputs, observer, forced, beyond);
  }
  if (problem.graph.matrix != nullptr && !backend.takes_matrix(problem)) {
    return solve_exactly(listed(problem), backend, outputs, observer, forced, beyond);
  }
  const Task task{problem, outputs, problem.graph};
  if (const auto refusal = try_widths(task, backend, observer, forced)) refuse(*refusal, task);
}

}  // namespace apsp
