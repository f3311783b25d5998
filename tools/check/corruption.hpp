// SPDX-License-Identifier: MIT
// For tests: ways in which a matrix of distances goes wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

#include "common/core/graph.hpp"

namespace apsp::test {

/// A V x V matrix of distances, row-major.
using Matrix = std::vector<Distance>;

/// The start of a corruption. Draws from `random`, so that one seed repeats it.
struct RightResult {
  const Graph& graph;
  const Matrix& right;
  std::mt19937& random;

  [[nodiscard]] std::size_t vertices() const { return graph.vertices; }

  /// A number in [0, end), end > 0.
  [[nodiscard]] std::size_t below(std::size_t end) const { return random() % end; }

  /// A number near the distances of the graph; 0 or more without negative weights.
  [[nodiscard]] Distance some_length() const;
};

/// A way to corrupt a result in all of its rows. A caller that wants one wrong row takes that row
/// alone from the outcome.
struct Corruption {
  std::string_view name;
  /// The corrupted matrix, which may happen to be right; nothing where the graph has no room for
  /// this corruption. O(V^3) at most.
  std::function<std::optional<Matrix>(const RightResult&)> apply;
};

/// All of them, at least forty.
[[nodiscard]] const std::vector<Corruption>& corruptions();

}  // namespace apsp::test
