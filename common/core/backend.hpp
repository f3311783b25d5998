// SPDX-License-Identifier: MIT
// The part of a solve that computes: processors, one device, several. The recipe in exact_solve.cpp
// drives it, the same way on every backend; a backend calls nothing back but the observer and the
// sink it is given.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "common/core/graph.hpp"
#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/core/problem.hpp"
#include "common/core/row_share.hpp"
#include "common/core/width.hpp"
#include "common/core/width_choice.hpp"

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
struct Plan {
  const Problem& problem;
  Width width;
  Distance longest = kUnreachable;  // none that is wanted is longer; kUnreachable: not proven
};

/// One attempt to solve a problem in one width, from the edges to the rows. Owns the matrix. Its
/// verbs are called in this order, each once, and block until their work is done. Every one throws
/// Error(kInternal) for a failure of a device.
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

  /// Delivers the wanted rows. O(V) a row. Throws what a sink throws.
  virtual void put(const Outputs& outputs, Observer& observer) = 0;
};

/// Where solves run. Lives from before the input is read until the last row has left, and serves
/// one problem: what it finds out about the graph it may keep.
class Backend {
 public:
  Backend() = default;
  virtual ~Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  /// The widths that it computes in, ascending. Constant; not empty.
  [[nodiscard]] virtual std::span<const Width> widths() const = 0;

  /// Where several processes make one solve: returns the rows of `whole` that this one solves. The
  /// problems of later calls have no other rows. Collective, called once, before require_fit().
  [[nodiscard]] virtual RowShare share(const Problem& whole) {
    return {whole.rows, 0, whole.rows.size()};
  }

  /// True: other processes work on the same matrix, so that all verbs of a solve are called
  /// although this process may have no wanted row. extent() and first_clipped() then speak of all
  /// processes' rows.
  [[nodiscard]] virtual bool joint() const { return false; }

  /// Returns the width that all processes try first, where this one would try `width`.
  [[nodiscard]] virtual Width agree(Width width) { return width; }

  /// Whether it solves this problem from a matrix of weights. Otherwise the recipe makes a list of
  /// edges. require_fit() and pace() take either.
  [[nodiscard]] virtual bool takes_matrix(const Problem& problem) const {
    (void)problem;
    return false;
  }

  /// How long an attempt takes, roughly: only the choice of a width depends on it. By default no
  /// time, for backends that compute nothing.
  [[nodiscard]] virtual Pace pace(const Problem& problem) const {
    (void)problem;
    return {0, 1};
  }

  /// Throws Error(kMemory) for a problem that does not fit in `width`. May let pass what it would
  /// have to wait for a device to know: start() looks again.
  virtual void require_fit(const Problem& problem, Width width) = 0;

  /// Reports facts about itself and makes ready for one solve. Throws Error: kNoDevice, kUsage for
  /// settings that do not fit the machine, kMemory where the matrix does not fit.
  [[nodiscard]] virtual std::unique_ptr<Solve> start(const Plan& plan, Observer& observer) = 0;
};

}  // namespace apsp
