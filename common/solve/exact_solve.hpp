// SPDX-License-Identifier: MIT
// The recipe of every solve: give negative weights potentials, choose a plan and a width, try it,
// and go one width up where the result is not proven.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/core/potentials.hpp"
#include "common/core/problem.hpp"
#include "common/core/width.hpp"
#include "common/solve/backend.hpp"
#include "common/solve/early_look.hpp"
#include "common/solve/plan.hpp"

namespace apsp {

/// The way of graphs with negative weights whose reduced lengths (potentials.hpp) pass s32, where
/// the program was not forced into a width.
enum class BeyondS32 {
  kRefused,       // Error(kNoAnswer) that names the program that solves it
  kOnProcessors,  // the recipe solves it itself, in 64 bits: wide_solve.hpp
};

/// A solve, from the question to the rows: every program and every call of the library makes one.
class ExactSolve {
 public:
  /// Reduces negative weights to such of 0 or more (potentials.hpp), and has the backend choose a
  /// plan. The edges of `problem`, the backend and the observer outlive it. `forced`: the one width
  /// that is tried. `plan`: one that the backend has made for this problem, which has no negative
  /// weight. Throws NegativeCycle, Error(kMemory), and Error(kNoAnswer) for a length that the
  /// distance file cannot hold.
  ExactSolve(const Problem& problem, Backend& backend, Observer& observer, Arithmetic forced,
             BeyondS32 beyond = BeyondS32::kRefused, std::optional<Plan> plan = {});
  ExactSolve(const ExactSolve&) = delete;
  ExactSolve& operator=(const ExactSolve&) = delete;

  [[nodiscard]] const Plan& plan() const { return plan_; }

  /// Throws Error(kMemory) where the plan does not fit in the width that is forced, or in the
  /// narrowest. For calls before an output is created.
  void require_fit() const;

  /// Solves and delivers the rows, those of Plan::share where there is one. Once. Every length that
  /// is wanted is proven exact (width_choice.hpp, fit_sink.hpp), or no row is delivered. Tries the
  /// width that is forced, or those of the backend from the one that choose_width() returns.
  /// Reports which was tried and what proved it. With a negative weight, hands the backend no
  /// NumbersSink. Throws Error(kMemory), and what the backend and the sinks throw. Throws
  /// Error(kNoAnswer) for a length that is wanted and does not fit: the distance file, or a forced
  /// width, which counts lengths as potentials reduce them.
  void run(const Outputs& outputs);

 private:
  [[nodiscard]] const Problem& given() const;
  [[nodiscard]] std::string try_reduced(const Outputs& outputs, bool wide_follows);
  void run_reduced(const Outputs& outputs);

  Problem problem_;
  Backend& backend_;
  Observer& observer_;
  const Arithmetic forced_;
  const BeyondS32 beyond_;
  std::optional<Potentials> potentials_;  // where a weight is negative
  std::optional<ReducedGraph> reduced_;   // likewise
  std::optional<Problem> easier_;         // likewise: what the backend is given
  EarlyLook look_;                        // begun beside the choice of the plan, if at all
  Plan plan_;
};

/// The same in one call.
void solve_exactly(const Problem& problem, Backend& backend, const Outputs& outputs,
                   Observer& observer, Arithmetic forced, BeyondS32 beyond = BeyondS32::kRefused);

}  // namespace apsp
