// SPDX-License-Identifier: MIT
#include "common/solve/exact_solve.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/core/dense_weights.hpp"
#include "common/core/fit_sink.hpp"
#include "common/core/misfit.hpp"
#include "common/core/potential_sink.hpp"
#include "common/core/potentials.hpp"
#include "common/core/wide_solve.hpp"
#include "common/core/width_choice.hpp"
#include "common/solve/chooser.hpp"

namespace apsp {
namespace {

/// A problem for a backend, and where the rows go.
struct Task {
  const Problem& problem;  // weights are 0 or more
  const Plan& plan;
  Outputs outputs;
  EarlyLook& look;                         // for the bounds of the choice of a width
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
  const Distance room = task.sink == nullptr ? kUnreachable : task.sink->room();
  const WidthChoice choice = choose_width(task.problem.graph, backend.widths(), task.plan.pace,
                                          task.problem.limit, task.look.take(), room);
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
Finding examine(Solve& solve, const Attempt& attempt, bool may_widen) {
  const Graph& graph = attempt.problem.graph;
  const Distance infinity = infinity_of(attempt.width);
  if (attempt.problem.limit < infinity) {
    return {"no distance that is wanted is as long as INF", attempt.problem.limit};
  }
  if (solve.streams() && attempt.longest < infinity) {
    return {"no distance is as long as INF", attempt.longest};
  }
  if (solve.streams() && may_widen && attempt.longest < kUnreachable) {
    return {"batch by batch", attempt.longest};
  }
  const Extent extent = solve.extent();
  if (const auto proof = prove(extent, graph.largest_weight, infinity)) {
    return {*proof, extent.largest};
  }
  if (const auto clipped = solve.first_clipped(listed(graph))) return {.clipped = clipped};
  return {"no edge leads from below INF to INF", extent.largest};
}

/// Whether it is for a FitSink to say whether the wanted lengths fit. last: no wider attempt
/// follows.
bool in_doubt(const Finding& finding, const Task& task, bool last) {
  if (!task.complete) return true;
  if (finding.clipped) return last && !task.original.whole_rows();
  return task.sink != nullptr && task.sink->may_misfit(finding.longest);
}

/// Has a FitSink look at the rows. Returns the path that is too long for the width, or nothing
/// where every length that is wanted fits. Throws Error(kNoAnswer) for one that the distance file
/// cannot hold.
std::optional<std::string> look_for_misfit(Solve& solve, const Task& task, const Attempt& attempt,
                                           const Finding& finding, Observer& observer) {
  FitSink look(task.original, attempt.width, task.potentials);
  if (!task.complete || finding.clipped) look.doubt_infinity();
  solve.put({look}, observer);
  if (!look.first()) return std::nullopt;
  const auto& [row, column, length, format] = *look.first();
  if (!format) return describe(*look.first(), attempt.width, task);
  throw Error(Fault::kNoAnswer, describe_misfit(row, column, task.restored(length, row, column)));
}

/// Solves in one width. Puts all rows and returns nothing if every length that is wanted is proven
/// right. Otherwise puts none, and returns the path that is too long, or throws Error(kNoAnswer)
/// for a length that the distance file cannot hold.
std::optional<std::string> solve_in(const Task& task, const Attempt& attempt, Backend& backend,
                                    bool forced, Observer& observer) {
  const bool last = (forced || attempt.width == Width::kS32) && !task.wide_follows;
  const std::unique_ptr<Solve> solve = backend.start(attempt, observer);
  if (attempt.problem.rows.size() == 0 && !backend.joint(attempt.plan)) return std::nullopt;
  stop_if_cancelled(observer);
  solve->scatter(attempt.problem.graph, observer);

  stop_if_cancelled(observer);
  task.outputs.rows.prepare();
  observer.enter_phase(Phase::kCompute);
  solve->close(observer);

  stop_if_cancelled(observer);
  observer.enter_phase(Phase::kProve);
  Finding finding;
  if (task.complete) finding = examine(*solve, attempt, !forced);
  const bool doubt = in_doubt(finding, task, last);
  if (doubt) {
    // Processes that share a matrix go on to the next width together, or to the rows.
    if (auto too_long =
            solve->too_long(look_for_misfit(*solve, task, attempt, finding, observer))) {
      return too_long;
    }
    finding = {"no length that is wanted is too long"};
  }
  if (finding.clipped) return describe(*finding.clipped, attempt.width, task);
  if (task.sink != nullptr && (doubt || task.original.limited())) task.sink->leave_holes();
  observer.fact("proof", std::string(finding.proof) +
                             (task.potentials == nullptr ? "" : " (reduced lengths)"));
  stop_if_cancelled(observer);
  solve->put(task.outputs, observer);
  return std::nullopt;
}

/// Tries one width after the other, from the one that is forced or chosen. Puts all rows and
/// returns nothing, or puts none and returns what is too long for the last of them.
std::optional<Refusal> try_widths(const Task& task, Backend& backend, Observer& observer,
                                  Arithmetic forced) {
  Distance most = std::min(longest_possible(task.problem.graph), task.problem.limit);
  Distance least = 0;
  Width first = forced.value_or(Width::kU8);
  if (!forced) {
    const WidthChoice choice = choose(task, backend, observer);
    first = backend.agree(task.plan, choice.width);
    most = std::min(most, choice.bounds.most);
    if (task.problem.rows.all() && task.problem.whole_rows()) least = choice.bounds.least;
  }
  std::string tried;
  for (const Width width : backend.widths()) {
    if (forced ? width != first : width < first) continue;
    tried += (tried.empty() ? "" : ", ") + std::string(name(width));
    observer.fact("arithmetic", std::string(name(width)));
    observer.fact("arithmetic_tried", tried);
    const Attempt attempt = {task.problem, task.plan, width, most, least};
    const auto too_long = solve_in(task, attempt, backend, forced.has_value(), observer);
    if (!too_long) return std::nullopt;
    if (forced || width == Width::kS32) return Refusal{width, *too_long};
  }
  // To return would say that all rows were put.
  throw Error(Fault::kInternal, fmt::format("the backend has no width for this graph{}",
                                            tried.empty() ? "" : ": tried " + tried));
}

/// The potentials of a problem that has a negative weight.
std::optional<Potentials> potentials_of(const Problem& problem, Observer& observer) {
  if (problem.graph.smallest_weight >= 0) return std::nullopt;
  observer.enter_phase(Phase::kPotentials);
  std::optional<Potentials> potentials(std::in_place, problem.graph);
  // Some row holds the smallest potential, which no limit leaves out. Where not all rows are
  // wanted, that may be another one.
  if (problem.rows.all() && problem.columns.all()) potentials->require_representable();
  observer.fact("smallest_distance", potentials->least());
  return potentials;
}

/// `problem` with reduced weights.
Problem reduced(const Problem& problem, const Graph& graph) {
  Problem easier(graph, problem.rows);
  easier.columns = problem.columns;
  easier.order = problem.order;
  easier.seconds_besides = problem.seconds_besides;
  return easier;
}

}  // namespace

ExactSolve::ExactSolve(const Problem& problem, Backend& backend, Observer& observer,
                       Arithmetic forced, BeyondS32 beyond, std::optional<Plan> plan)
    : problem_(problem.graph.smallest_weight < 0 ? listed(problem) : problem),
      backend_(backend),
      observer_(observer),
      forced_(forced),
      beyond_(beyond),
      potentials_(potentials_of(problem_, observer)) {
  if (potentials_)
    easier_.emplace(reduced(problem_, reduced_.emplace(problem_.graph, *potentials_).graph()));
  observer.enter_phase(Phase::kBound);
  if (plan) {
    plan_ = std::move(*plan);
  } else {
    Problem asked = given();
    if (forced) {
      asked.seen = [width = *forced] { return infinity_of(width) / 2; };  // well within it
    } else if (look_ = EarlyLook(asked); look_.may_tell()) {
      asked.seen = [this] { return look_.seen(); };
      asked.begin_look = [this] { look_.begin(); };
    }
    plan_ = backend.plan(asked);
  }
  if (plan_.share) {
    problem_.rows = plan_.share->rows();
    if (easier_) easier_->rows = problem_.rows;
  }
  const bool dense_matrix = plan_.method == Method::kDense && backend.takes_matrix();
  if (problem_.graph.matrix != nullptr && !dense_matrix) problem_ = listed(problem_);
}

const Problem& ExactSolve::given() const {
  return easier_ ? *easier_ : problem_;
}

void ExactSolve::require_fit() const {
  backend_.require_fit(given(), plan_, forced_.value_or(backend_.widths().front()));
}

void ExactSolve::run(const Outputs& outputs) {
  if (potentials_) return run_reduced(outputs);
  const Task task{
      .problem = problem_, .plan = plan_, .outputs = outputs, .look = look_, .original = problem_};
  if (const auto refusal = try_widths(task, backend_, observer_, forced_)) refuse(*refusal, task);
}

/// Tries the backend's widths on reduced weights. Puts all rows and returns "", or puts none and
/// returns the reason why s32 is not enough. Throws Error(kNoAnswer) for a forced u8 or u16 that is
/// too narrow, and for a length that the distance file cannot hold.
std::string ExactSolve::try_reduced(const Outputs& outputs, bool wide_follows) {
  if (wide_follows && potentials_->least() <= -kUnreachable) {
    return fmt::format("the potentials of negative weights fall to {}", potentials_->least());
  }
  if (wide_follows && !reduced_->fits()) {
    return fmt::format("the potentials of negative weights raise a weight to {} or more",
                       kUnreachable);
  }
  PotentialSink sink(outputs, problem_, *potentials_, longest_possible(problem_.graph));
  // No numbers of rows: they would be those of reduced lengths.
  const Task task{.problem = *easier_,
                  .plan = plan_,
                  .outputs = {sink},
                  .look = look_,
                  .original = problem_,
                  .potentials = &*potentials_,
                  .sink = &sink,
                  .complete = reduced_->fits(),
                  .wide_follows = wide_follows};
  const std::optional<Refusal> refusal = try_widths(task, backend_, observer_, forced_);
  if (!refusal) return "";
  if (refusal->width != Width::kS32) refuse(*refusal, task);
  return refusal->path;
}

void ExactSolve::run_reduced(const Outputs& outputs) {
  const bool processors = beyond_ == BeyondS32::kOnProcessors;
  const std::string too_narrow = try_reduced(outputs, processors && !forced_);
  if (too_narrow.empty()) return;
  if (forced_ || !processors) {
    throw Error(Fault::kNoAnswer,
                fmt::format("arithmetic s32 is too narrow: {}; {} in 64 bits", too_narrow,
                            processors ? "auto computes" : "hw3-1 computes"));
  }
  observer_.fact("arithmetic", std::string("s64"));
  observer_.fact("threads", std::int64_t{omp_get_max_threads()});
  observer_.fact("proof", std::string("64 bits hold every length"));
  outputs.rows.prepare();
  const bool fits =
      longest_possible(problem_.graph) < kUnreachable && potentials_->least() > -kUnreachable;
  solve_wide(problem_, *potentials_, fits, outputs, observer_);
}

void solve_exactly(const Problem& problem, Backend& backend, const Outputs& outputs,
                   Observer& observer, Arithmetic forced, BeyondS32 beyond) {
  ExactSolve(problem, backend, observer, forced, beyond).run(outputs);
}

}  // namespace apsp
