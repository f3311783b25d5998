// SPDX-License-Identifier: MIT
/// \file
/// Dense graphs by the matrix of their weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/plan.hpp"
#include "apsp/real.hpp"
#include "apsp/rows.hpp"
#include "apsp/settings.hpp"
#include "apsp/solve.hpp"
#include "apsp/summary.hpp"

#pragma GCC visibility push(default)
namespace apsp {

/// How the elements of a matrix are read. Infinities and NaN are no edges.
struct MatrixReading {
  bool zeros_are_edges = false;  ///< a 0 is an edge of weight 0, not the lack of one
  bool loops = true;             ///< elements on the diagonal are edges: only negative ones matter
  bool unweighted = false;       ///< every edge weighs 1

  /// Where the copy of the weights lies, which this outlives; null: in new pages of the system.
  std::pmr::memory_resource* memory = nullptr;
};

/// The weights of a dense graph, copied from a matrix of numbers. Solves of a dense graph take
/// them as they are, without a list of V^2 edges. Where another method or setting takes a list,
/// it is made: 12 bytes an edge, or 16 of weights that are not exact. Does not change; may be used
/// in any number of solves and threads.
class WeightMatrix {
 public:
  /// Reads V x V `weights`, row-major: element (r, c) is the weight of the edge from vertex r to
  /// vertex c. T is double, float, or an integer: std::int64_t, std::int32_t, std::uint16_t,
  /// std::uint8_t. Takes one, two or four bytes an element, or where the weights are not exact
  /// those of a float or a double. O(V^2) in parallel, at the speed of memory.
  ///
  /// Throws Error(kUsage) for a span of another length, Error(kInput) for V of 2^31 or more,
  /// Error(kMemory).
  template <typename T>
  WeightMatrix(std::span<const T> weights, std::size_t vertices, const MatrixReading& reading = {});
  ~WeightMatrix();
  /// Takes the weights of `other`, which may only be assigned to or destroyed afterwards.
  WeightMatrix(WeightMatrix&& other) noexcept;
  /// \overload
  WeightMatrix& operator=(WeightMatrix&& other) noexcept;
  WeightMatrix(const WeightMatrix&) = delete;
  WeightMatrix& operator=(const WeightMatrix&) = delete;

  /// V.
  [[nodiscard]] std::size_t vertices() const noexcept;

  /// The number of elements that are edges.
  [[nodiscard]] std::size_t edge_count() const noexcept;

  /// Whether a weight is below 0.
  [[nodiscard]] bool has_negative() const noexcept;

  /// The power of two of which all weights are multiples below kUnreachable times: 0 for integers.
  /// Nothing where there is none, so that lengths are rounded. Integers beyond 2^53 count as the
  /// double next to them.
  [[nodiscard]] std::optional<int> exponent() const noexcept;

  /// Returns the edges by source, then destination, their weights in units of 2^exponent(). The
  /// first call makes the list, which is kept: 12 bytes an edge. Throws Error(kUsage) without an
  /// exponent, Error(kMemory).
  [[nodiscard]] std::span<const Edge> edges() const;

  /// Returns the edges with their weights as they were. Throws Error(kMemory).
  [[nodiscard]] std::vector<RealEdge> real_edges() const;

  class State;
  /// For the library itself.
  [[nodiscard]] const State& state() const noexcept { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

/// Same as solve(GraphView, ...), for weights that have an exponent() of 0; Error(kUsage) for
/// others. Their numbers of edges in messages count along the rows.
[[nodiscard]] Distances solve(const WeightMatrix& graph, const Settings& settings = {});

/// \overload
void solve(const WeightMatrix& graph, const Settings& settings, RowSink& sink);

/// \overload
void solve_into(const WeightMatrix& graph, const Settings& settings, std::span<Distance> rows);

/// Same as solve_into(RealGraphView, ...): exact where the weights have an exponent() and each
/// length fits, else rounded to the same bound.
void solve_into(const WeightMatrix& graph, const Settings& settings, std::span<double> rows);

/// \overload
void solve_into(const WeightMatrix& graph, const Settings& settings, std::span<float> rows);

/// Same as summary(GraphView, ...), in units of 2^exponent(); Error(kUsage) where there is none.
[[nodiscard]] Summary summary(const WeightMatrix& graph, const Settings& settings = {});

/// Same as plan(GraphView, ...); Error(kUsage) where there is no exponent().
[[nodiscard]] Forecast plan(const WeightMatrix& graph, const Settings& settings = {});

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
