// SPDX-License-Identifier: MIT
// The edges of a dense graph as a matrix of their weights. A list of V^2 edges takes 12 V^2 bytes
// to write and to read several times; the matrix takes one or two for each. Only the choice of a
// width and the dense method read it: all others get the list that listed() makes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "apsp/real.hpp"
#include "common/base/pages.hpp"
#include "common/core/graph.hpp"
#include "common/core/problem.hpp"

namespace apsp {

/// The element of a pair without an edge. No weight is as large.
template <typename Element>
inline constexpr Element kNoEdge = std::is_floating_point_v<Element>
                                       ? std::numeric_limits<Element>::infinity()
                                       : std::numeric_limits<Element>::max();
template <>
inline constexpr Distance kNoEdge<Distance> = kUnreachable;

/// The range and the number of some weights; at first of none.
struct WeightRange {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  std::size_t edges = 0;

  void include(const WeightRange& other);
};

/// V x V weights, row-major: element (r, c) is that of the edge from r to c. Does not change.
class DenseWeights {
 public:
  /// Integers that are none of the first two are Distances. Numbers that are no integers are in the
  /// type that they came in.
  using Elements = std::variant<Pages<std::uint8_t>, Pages<std::uint16_t>, Pages<Distance>,
                                Pages<float>, Pages<double>>;

  /// `elements`: V x V of them. `range`: that of the edges among them.
  DenseWeights(std::size_t vertices, Elements elements, const WeightRange& range)
      : vertices_(vertices), elements_(std::move(elements)), range_(range) {}

  [[nodiscard]] std::size_t vertices() const { return vertices_; }
  [[nodiscard]] std::size_t edge_count() const { return range_.edges; }
  [[nodiscard]] const WeightRange& range() const { return range_; }
  [[nodiscard]] bool integers() const { return elements_.index() <= 2; }

  /// Calls visit(first), where `first` points to the elements, and returns its result.
  template <typename Visit>
  decltype(auto) visit(const Visit& visit) const {
    return std::visit([&](const auto& pages) -> decltype(auto) { return visit(pages.data()); },
                      elements_);
  }

  /// Calls visit(column, weight) for each edge of a row that weighs `most` or less, columns
  /// ascending. O(V), at the speed of the cache where there are few.
  template <typename Visit>
  void for_each(std::size_t row, double most, const Visit& visit_edge) const {
    visit([&](const auto* first) { visit_row(first + row * vertices_, most, visit_edge); });
  }

  /// Whether an edge leads from every vertex to every other one. O(V).
  [[nodiscard]] bool complete() const;

  /// Whether each two elements that lie opposite each other are the same. The first call takes
  /// O(V^2), in parallel, and ends at the first difference. Any thread.
  [[nodiscard]] bool symmetric() const;

  /// Returns the same weights, the smaller of each two that lie opposite each other, in `memory`;
  /// null: in pages of the system. O(V^2).
  [[nodiscard]] DenseWeights both_ways(std::pmr::memory_resource* memory = nullptr) const;

  /// Returns the edges by source, then destination, and keeps them. Integers alone. The first call
  /// takes O(V^2) and 12 bytes an edge; throws Error(kMemory). Any thread.
  [[nodiscard]] std::span<const Edge> edges() const;

  /// Whether edges() has been called.
  [[nodiscard]] bool has_list() const;

  /// Returns the edges by source, then destination, with their weights times `unit`. O(V^2).
  [[nodiscard]] std::vector<RealEdge> real_edges(double unit = 1) const;

 private:
  template <typename Element, typename Visit>
  void visit_row(const Element* row, double most, const Visit& visit_edge) const;
  template <typename AnyEdge, typename MakeEdge>
  void list(AnyEdge* edges, const MakeEdge& make_edge) const;
  [[nodiscard]] std::vector<std::size_t> begins() const;

  std::size_t vertices_;
  Elements elements_;
  WeightRange range_;
  /// What was found out on the way.
  struct Found {
    std::mutex mutex;
    std::optional<Pages<Edge>> edges;
    std::optional<bool> symmetric;
  };
  std::unique_ptr<Found> found_ = std::make_unique<Found>();
};

/// Returns the graph with a list of edges: that of its matrix, where it has one, valid as long as
/// the matrix. See DenseWeights::edges().
[[nodiscard]] Graph listed(const Graph& graph);
[[nodiscard]] Problem listed(const Problem& problem);

template <typename Element, typename Visit>
void DenseWeights::visit_row(const Element* row, double most, const Visit& visit_edge) const {
  constexpr std::size_t kChunk = 64;
  constexpr auto kLargest = static_cast<double>(std::numeric_limits<Element>::max());
  if (most < 0 && !std::is_signed_v<Element>) return;
  const bool all = most >= kLargest;
  const Element limit = all ? std::numeric_limits<Element>::max() : static_cast<Element>(most);
  for (std::size_t begin = 0; begin < vertices_; begin += kChunk) {
    const std::size_t end = begin + kChunk < vertices_ ? begin + kChunk : vertices_;
    Element least = row[begin];  // no branch inside, so that the compiler vectorizes it
    for (std::size_t c = begin; c < end; ++c) least = row[c] < least ? row[c] : least;
    if (least > limit || least == kNoEdge<Element>) continue;
    for (std::size_t c = begin; c < end; ++c) {
      if (row[c] <= limit && row[c] != kNoEdge<Element>) visit_edge(c, row[c]);
    }
  }
}

}  // namespace apsp
