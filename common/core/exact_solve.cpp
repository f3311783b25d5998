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
#include "common/core/fit_sink.hpp"
#include "common/core/misfit.hpp"
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
  const Problem& original;                 // with the weights of the user; maybe `problem`
  const Potentials* potentials = nullptr;  // not null: they reduce the weights of problem.graph
  PotentialSink* sink = nullptr;           // likewise: what `outputs` begin with
  bool complete = true;                    // no edge is left out, because its weight does not fit
  bool wide_follows = false;               // what s32 does not hold is solved in 64 bits

  /// The length of a path that has the reduced length `length`.
  [[nodiscard]] std::int64_t restored(std::int64_t length, std::size_t from, std::size_t to) const {
    return potentials == nullptr ? length : potentials->restored(length, from, to);
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
  if (choice.bounds.rounds > 0 || choice.bounds.most < kUnreachable) {
    observer.fact(task.potentials == nullptr ? "largest_distance" : "largest_reduced_distance",
                  describe(choice.bounds.seen, choice.bounds.most));
  }
  return choice;
}

/// No distance is longer than V - 1 edges of the largest weight. Clipped to kUnreachable.
Distance longest_possible(const Graph& graph) {
  const auto edges = static_cast<std::int64_t>(std::max<std::size_t>(graph.vertices, 1) - 1);
  return static_cast<Distance>(std::min<std::int64_t>(
      kUnreachable,
      std::min<std::int64_t>(edges, kUnreachable) * std::max(graph.largest_weight, 0)));
}

/// The width that was tried last, and a path that is too long for it.
struct Refusal {
  Width width;
  std::string path;
};

std::string describe(const Clipped& clipped, Width width, const Task& task) {
  const auto [row, number] = clipped;
  const Edge edge = listed(task.original.graph).edges[number];
  const Distance infinity = infinity_of(width);
  const bool reversed = task.problem.reversed;
  std::string text = fmt::format(
      "the path {} {} over edge {} (from {} to {}, weight {}) is {} or longer",
      reversed ? "to" : "from", row, task.original.graph.number_in_file(number),
      reversed ? edge.destination : edge.source, reversed ? edge.source : edge.destination,
      edge.weight, task.restored(infinity, row, static_cast<std::size_t>(edge.destination)));
  if (task.potentials != nullptr) {
    text += fmt::format(", {} or longer as the potentials of negative weights reduce it", infinity);
  }
  return text;
}

std::string describe(const FitSink::Misfit& misfit, Width width, const Task& task) {
  const bool reversed = task.problem.reversed;
  std::string text =
      fmt::format("the path from {} to {} is {}", reversed ? misfit.column : misfit.row,
                  reversed ? misfit.row : misfit.column,
                  task.restored(misfit.length, misfit.row, misfit.column));
  if (task.potentials != nullptr) {
    text += fmt::format(", {} as the potentials of negative weights reduce it", misfit.length);
  }
  return text + fmt::format(", expected at most {}", infinity_of(width) - 1);
}

/// Throws the reason why the width was not enough.
[[noreturn]] void refuse(const Refusal& refusal, const Task& task) {
  throw Error(Fault::kNoAnswer, refusal.width == Width::kS32 && task.potentials == nullptr
                                    ? "a length does not fit the distance file: " + refusal.path
                                    : fmt::format("arithmetic {} is too narrow: {}",
                                                  name(refusal.width), refusal.path));
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

/// The end of an attempt.
enum class End {
  kPut,      // all rows are put
  kClipped,  // none: a path is too long for the width
  kLookedAt  // none: the FitSink saw all rows
};

/// The rules of one attempt.
struct Rules {
  bool may_widen;  // parts of the result may be computed in another width
  bool last;       // no wider attempt follows
  FitSink* look;   // where rows go first whose wanted lengths may not fit; null: they fit
};

/// Whether it is for a FitSink to say whether the wanted lengths fit.
bool in_doubt(const Finding& finding, const Task& task, bool last) {
  if (!task.complete) return true;
  if (finding.clipped) return last && !task.problem.whole_rows();
  return task.sink != nullptr && task.sink->may_misfit(finding.longest);
}

/// Solves in one width. Puts the rows if every length that is wanted is proven right, otherwise
/// none. Stores what was clipped.
End attempt(const Task& task, const Plan& plan, Backend& backend, const Rules& rules,
            std::optional<Clipped>& clipped, Observer& observer) {
  const std::unique_ptr<Solve> solve = backend.start(plan, observer);
  if (plan.problem.rows.size() == 0 && !backend.joint()) return End::kPut;
  stop_if_cancelled(observer);
  solve->scatter(plan.problem.graph, observer);

  stop_if_cancelled(observer);
  task.outputs.rows.prepare();
  observer.enter_phase(Phase::kCompute);
  solve->close(observer);

  stop_if_cancelled(observer);
  observer.enter_phase(Phase::kProve);
  Finding finding{"no length that is wanted is too long"};
  if (rules.look != nullptr) {
    if (task.complete) finding = examine(*solve, plan, rules.may_widen);
    if (in_doubt(finding, task, rules.last)) {
      if (!task.complete || finding.clipped) rules.look->doubt_infinity();
      solve->put({*rules.look}, observer);
      return End::kLookedAt;
    }
    clipped = finding.clipped;
    if (clipped) return End::kClipped;
  }
  observer.fact("proof", std::string(finding.proof) +
                             (task.potentials == nullptr ? "" : " (reduced lengths)"));
  stop_if_cancelled(observer);
  solve->put(task.outputs, observer);
  return End::kPut;
}

/// Solves in one width. Puts all rows and returns nothing if every length that is wanted is proven
/// right. Otherwise puts none, and returns the path that is too long, or throws Error(kNoAnswer)
/// for a length that the distance file cannot hold.
std::optional<std::string> solve_in(const Task& task, const Plan& plan, Backend& backend,
                                    bool forced, Observer& observer) {
  const bool last = (forced || plan.width == Width::kS32) && !task.wide_follows;
  FitSink look(task.original, plan.width, task.potentials);
  std::optional<Clipped> clipped;
  Rules rules{.may_widen = !forced, .last = last, .look = &look};
  const End end = attempt(task, plan, backend, rules, clipped, observer);
  if (end == End::kClipped) return describe(*clipped, plan.width, task);
  if (end == End::kPut) return std::nullopt;
  if (look.first() && look.first()->format) {
    const auto& [row, column, length, format] = *look.first();
    throw Error(Fault::kNoAnswer, describe_misfit(row, column, task.restored(length, row, column)));
  }
  if (look.first()) return describe(*look.first(), plan.width, task);
  if (task.sink != nullptr) task.sink->leave_holes();
  rules.look = nullptr;
  (void)attempt(task, plan, backend, rules, clipped, observer);  // once more, for the output
  return std::nullopt;
}

/// Tries one width after the other, from the one that is forced or chosen. Puts all rows and
/// returns nothing, or puts none and returns what is too long for the last of them.
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
    const auto too_long = solve_in(task, plan, backend, forced.has_value(), observer);
    if (!too_long) return std::nullopt;
    if (forced || width == Width::kS32) return Refusal{width, *too_long};
  }
  // To return would say that all rows were put.
  throw Error(Fault::kInternal, fmt::format("the backend has no width for this graph{}",
                                            tried.empty() ? "" : ": tried " + tried));
}

/// Tries the backend's widths on reduced weights. Puts all rows and returns "", or puts none and
/// returns the reason why s32 is not enough. Throws Error(kNoAnswer) for a forced u8 or u16 that is
/// too narrow, and for a length that the distance file cannot hold.
std::string try_reduced(const Problem& problem, const Potentials& potentials, Backend& backend,
                        const Outputs& outputs, Observer& observer, Arithmetic forced,
                        bool wide_follows) {
  if (wide_follows && potentials.least() <= -kUnreachable) {
    return fmt::format("the potentials of negative weights fall to {}", potentials.least());
  }
  const ReducedGraph reduced(problem.graph, potentials);
  if (wide_follows && !reduced.fits()) {
    return fmt::format("the potentials of negative weights raise a weight to {} or more",
                       kUnreachable);
  }
  Problem easier(reduced.graph(), problem.rows);
  easier.columns = problem.columns;
  easier.seconds_besides = problem.seconds_besides;
  PotentialSink sink(outputs, problem, potentials, longest_possible(problem.graph));
  // No numbers of rows: they would be those of reduced lengths.
  const Task task{.problem = easier,
                  .outputs = {sink},
                  .original = problem,
                  .potentials = &potentials,
                  .sink = &sink,
                  .complete = reduced.fits(),
                  .wide_follows = wide_follows};
  const std::optional<Refusal> refusal = try_widths(task, backend, observer, forced);
  if (!refusal) return "";
  if (refusal->width != Width::kS32) refuse(*refusal, task);
  return refusal->path;
}

void solve_by_potentials(const Problem& problem, Backend& backend, const Outputs& outputs,
                         Observer& observer, Arithmetic forced, BeyondS32 beyond) {
  observer.enter_phase(Phase::kPotentials);
  const Potentials potentials(problem.graph);
  // Some row holds the smallest potential. Where not all are wanted, that may be another one.
  if (problem.rows.all() && problem.columns.all()) potentials.require_representable();
  observer.fact("smallest_distance", potentials.least());
  const bool processors = beyond == BeyondS32::kOnProcessors;
  const std::string too_narrow =
      try_reduced(problem, potentials, backend, outputs, observer, forced, processors && !forced);
  if (too_narrow.empty()) return;
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
  solve_wide(problem, potentials, fits, outputs, observer);
}

}  // namespace

void require_fit(const Problem& problem, Backend& backend, Arithmetic forced) {
  const Width width = forced.value_or(backend.widths().front());
  if (problem.graph.smallest_weight >= 0) return backend.require_fit(problem, width);
  Problem unweighted(Graph{problem.graph.vertices, {}, 0, 0}, problem.rows);
  unweighted.seconds_besides = problem.seconds_besides;
  backend.require_fit(unweighted, width);
}

void solve_exactly(const Problem& problem, Backend& backend, const Outputs& outputs,
                   Observer& observer, Arithmetic forced, BeyondS32 beyond) {
  if (problem.graph.smallest_weight < 0) {
    return solve_by_potentials(listed(problem), backend, outputs, observer, forced, beyond);
  }
  if (problem.graph.matrix != nullptr && !backend.takes_matrix(problem)) {
    return solve_exactly(listed(problem), backend, outputs, observer, forced, beyond);
  }
  const Task task{.problem = problem, .outputs = outputs, .original = problem};
  if (const auto refusal = try_widths(task, backend, observer, forced)) refuse(*refusal, task);
}

}  // namespace apsp
