// SPDX-License-Identifier: MIT
// The part of a solve that computes: processors, one device, several. The recipe in exact_solve.cpp
// drives it, the same way on every backend; a backend calls nothing back but the observer and the
// sink it is given.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "common/core/graph.hpp"
#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/core/problem.hpp"
#include "common/core/width.hpp"
#include "common/core/width_choice.hpp"
#include "common/solve/plan.hpp"

namespace apsp {

/// A result that a width clipped: the vertex `row` reaches the source of edge number `edge` below
/// infinity, but its destination only at infinity or beyond.
struct Clipped {
  std::size_t row;
  std::size_t edge;

  friend bool operator==(const Clipped&, const Clipped&) = default;
};

/// The one that solvers name, where both are there: that of the first edge, then of the first row.
[[nodiscard]] inline std::optional<Clipped> first_of(const std::optional<Clipped>& a,
                                                     const std::optional<Clipped>& b) {
  if (!a || !b) return a ? a : b;
  if (a->edge != b->edge) return a->edge < b->edge ? a : b;
  return b->row < a->row ? b : a;
}

/// One attempt.
struct Attempt {
  const Problem& problem;  // weights are 0 or more
  const Plan& plan;
  Width width;
  Distance longest = kUnreachable;  // none that is wanted is longer; kUnreachable: not proven
  Distance least = 0;               // some distance that is wanted is as long, or longer: proven
};

/// One attempt to solve a problem in one width, from the edges to the rows. Owns the matrix. Its
/// verbs are called in this order, each once but put(), and block until their work is done. Every
/// one throws Error(kInternal) for a failure of a device.
class Solve {
 public:
  Solve() = default;
  virtual ~Solve() = default;
  Solve(const Solve&) = delete;
  Solve& operator=(const Solve&) = delete;

  /// Makes the V x V matrix of the graph of the plan: every element infinite, 0 on the diagonal,
  /// every edge at its smallest weight clipped to infinity. Needs weights >= 0 and V > 0. O(V^2 +
  /// E).
  virtual void scatter(const Graph& graph, Observer& observer) = 0;

  /// Replaces every element by the length of the shortest path, clipped to infinity. O(V^3). Calls
  /// advance() as rounds end.
  virtual void close(Observer& observer) = 0;

  /// True: rows are computed as they are put, so that extent() and first_clipped() take as long as
  /// put(). Then put() itself computes wider what its width clips, as long as s32 holds it, and the
  /// recipe asks the other two only where no other proof exists.
  [[nodiscard]] virtual bool streams() const { return false; }

  /// The largest result below infinity in the wanted rows, and whether none is at infinity.
  /// O(V^2).
  [[nodiscard]] virtual Extent extent() = 0;

  /// Returns the clipped result in the wanted rows with the smallest edge, then the smallest row;
  /// nothing, which proves that none is clipped. At most O(V E / 64).
  [[nodiscard]] virtual std::optional<Clipped> first_clipped(const Graph& graph) = 0;

  /// Returns what is too long in the wanted rows, as text, where `own` was found in those of this
  /// process; nothing where nobody found any.
  [[nodiscard]] virtual std::optional<std::string> too_long(std::optional<std::string> own) {
    return own;
  }

  /// Delivers the wanted rows. Called once more where the first sink only looked at them. O(V) a
  /// row. Throws what a sink throws.
  virtual void put(const Outputs& outputs, Observer& observer) = 0;
};

/// Where solves run. Lives from before the input is read until the last row has left. Keeps nothing
/// about the question but in the plan that it returns.
class Backend {
 public:
  Backend() = default;
  virtual ~Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  /// The widths that it computes in, ascending. Constant; not empty.
  [[nodiscard]] virtual std::span<const Width> widths() const = 0;

  /// Chooses the method for a problem with weights of 0 or more, and where several processes make
  /// one solve, the rows that this one solves: the problem of all later calls has those alone. Then
  /// collective. Throws Error(kMemory) where there is no room even to look. By default the dense
  /// method in no time, for backends that have no other.
  [[nodiscard]] virtual Plan plan(const Problem& problem) {
    (void)problem;
    return {};
  }

  /// True: other processes work on the same matrix, so that all verbs of a solve are called
  /// although this process may have no wanted row. extent(), first_clipped() and too_long() then
  /// speak of all processes' rows.
  [[nodiscard]] virtual bool joint(const Plan& plan) const {
    (void)plan;
    return false;
  }

  /// Returns the width that all processes try first, where this one would try `width`.
  [[nodiscard]] virtual Width agree(const Plan& plan, Width width) {
    (void)plan;
    return width;
  }

  /// Whether its dense method scatters a matrix of weights. Otherwise the recipe makes a list of
  /// edges.
  [[nodiscard]] virtual bool takes_matrix() const { return false; }

  /// Throws Error(kMemory) for a problem that does not fit in `width`. May let pass what it would
  /// have to wait for a device to know: start() looks again.
  virtual void require_fit(const Problem& problem, const Plan& plan, Width width) = 0;

  /// Reports facts about itself and makes ready for one attempt, whose problem and plan outlive it.
  /// Throws Error: kNoDevice, kUsage for settings that do not fit the machine, kMemory where the
  /// matrix does not fit.
  [[nodiscard]] virtual std::unique_ptr<Solve> start(const Attempt& attempt,
                                                     Observer& observer) = 0;
};

}  // namespace apsp
