// SPDX-License-Identifier: MIT
// The question that sparse rows answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "apsp/near.hpp"
#include "apsp/real.hpp"
#include "common/base/index.hpp"
#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"

namespace apsp {

/// A choice of vertices without order: the targets of sparse rows.
class VertexSet {
 public:
  /// All vertices.
  explicit VertexSet(std::size_t vertices) : size_(vertices) {}

  /// The sources of `list`; all where it is all().
  explicit VertexSet(const RowSet& list) : size_(list.vertices()) {
    if (list.all()) return;
    has_.resize(list.vertices());
    for (std::size_t n = 0; n < list.size(); ++n) has_[list.source(n)] = 1;
    size_ = static_cast<std::size_t>(std::count(has_.begin(), has_.end(), 1));
    all_ = false;
  }

  [[nodiscard]] bool all() const { return all_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool has(std::size_t vertex) const { return all_ || has_[vertex] != 0; }

 private:
  std::size_t size_;
  bool all_ = true;
  std::vector<std::uint8_t> has_;  // one a vertex, where not all are
};

/// A graph, and the sparse rows of it that are wanted: see NearSettings. The graph is a view; of
/// reals, all weights are finite and none is below 0.
template <typename Length>
struct BasicNearProblem {
  static constexpr bool kReal = std::is_floating_point_v<Length>;
  using AnyGraph = std::conditional_t<kReal, RealGraphView, Graph>;

  /// The limit of a row that has none: all lengths count.
  static constexpr Length kNoLimit = [] {
    if constexpr (kReal) {
      return std::numeric_limits<Length>::infinity();
    } else {
      return kUnreachable;
    }
  }();

  explicit BasicNearProblem(const AnyGraph& all_of)
      : graph(all_of), rows(all_of.vertices), targets(all_of.vertices) {}

  AnyGraph graph;
  RowSet rows;
  VertexSet targets;
  Length limit = kNoLimit;          // of all rows
  std::vector<Length> limits = {};  // of each row, at most `limit`; empty: `limit` is that of all
  std::optional<std::size_t> nearest;  // vertices of a row beside its source
  PathVertex path_vertex = PathVertex::kNone;

  [[nodiscard]] Length limit_of(std::size_t row) const {
    return limits.empty() ? limit : limits[row];
  }
};
using NearProblem = BasicNearProblem<Distance>;

}  // namespace apsp
