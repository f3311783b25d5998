// SPDX-License-Identifier: MIT
/// \file
/// Edges in, rows out.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/rows.hpp"
#include "apsp/settings.hpp"

#pragma GCC visibility push(default)
namespace apsp {

/// Rows of a distance matrix, and the memory that they lie in. Can be moved, not copied.
class Distances {
 public:
  /// No rows.
  Distances() noexcept;
  /// `rows` rows of `columns` zeros. Throws Error(kMemory).
  Distances(std::size_t rows, std::size_t columns);
  ~Distances();
  /// Leaves no rows in `other`.
  Distances(Distances&& other) noexcept;
  /// Leaves no rows in `other`.
  Distances& operator=(Distances&& other) noexcept;

  /// Returns the number of rows.
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  /// Returns the number of distances in a row: V, or that of Settings::targets.
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }

  /// Returns row r in [0, rows()).
  [[nodiscard]] std::span<const Distance> operator[](std::size_t r) const noexcept {
    return all().subspan(r * columns_, columns_);
  }
  /// Returns the distance from the source of row r in [0, rows()) to the vertex of column c in
  /// [0, columns()); kUnreachable: no path.
  [[nodiscard]] Distance operator()(std::size_t r, std::size_t c) const noexcept {
    return data_[r * columns_ + c];
  }
  /// Returns all rows, row-major.
  [[nodiscard]] std::span<const Distance> all() const noexcept { return {data_, rows_ * columns_}; }
  /// Returns all rows, row-major.
  [[nodiscard]] std::span<Distance> all() noexcept { return {data_, rows_ * columns_}; }

 private:
  class Memory;

  std::unique_ptr<Memory> memory_;
  Distance* data_ = nullptr;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

/// Computes the exact length of the shortest path from each wanted source to every vertex.
/// Reentrant: calls in several threads do not disturb each other.
///
/// Returns rows x V distances, row-major, 4 bytes each; of each row only Settings::targets, where
/// these are given. The diagonal is 0, kUnreachable stands for no path. Beside them the dense
/// method takes one to four times V^2 bytes; sweeps and searches take no V^2.
///
/// Takes O(V^3) relaxations by the dense method, O(fill x V) by sweeps, and the reached edges and
/// their logarithm for each row by searches. Weights below 0 take O(V E) more at worst.
///
/// Throws InvalidEdge, NegativeCycle, and what the observer throws. Throws Error of these kinds:
/// kUsage for a setting out of range, kInput for V of 2^31 or more, kMemory, kCancelled. kNoAnswer
/// is for a length that is wanted and does not fit, kUnreachable or more, or a forced width.
/// Lengths that are not wanted matter to nothing: a summary wants whole rows, all else the pairs of
/// sources and targets.
[[nodiscard]] Distances solve(GraphView graph, const Settings& settings = {});

/// Same as solve(), into the caller's memory: `rows` has rows x columns elements, row-major. Throws
/// Error(kUsage) for another size. After any exception its contents are undefined.
void solve_into(GraphView graph, const Settings& settings, std::span<Distance> rows);

/// Same as solve(), row by row into `sink`, as they are finished. Also throws what `sink` throws.
void solve(GraphView graph, const Settings& settings, RowSink& sink);

/// Returns the instruction sets that this library holds and this processor runs, best first. Never
/// empty: "portable" is always the last.
[[nodiscard]] std::vector<std::string> instruction_sets();

/// Returns the version of the library that runs, "1.0.0".
[[nodiscard]] const char* version() noexcept;

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
