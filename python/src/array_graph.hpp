// SPDX-License-Identifier: MIT
// A graph made of arrays: dense matrices, compressed rows, lists of edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/real.hpp"
#include "common/base/pages.hpp"

namespace apsp::python {

/// Which elements of a dense matrix are edges, and what they weigh. Infinities and NaN are none.
struct Reading {
  bool zeros_are_edges = false;  ///< a zero in a dense matrix is an edge of weight 0
  bool loops = true;             ///< elements on the diagonal are edges
  bool unweighted = false;       ///< every edge weighs 1
};

/// The edges of a graph. Their weights are integers times one power of two; else the graph is not
/// exact, and its edges are real ones alone.
class ArrayGraph {
 public:
  /// Takes the matrix of V x V weights, row-major with `stride` elements a row. T: double, float,
  /// std::int32_t, std::int64_t, std::uint8_t. O(V^2).
  template <typename T>
  static ArrayGraph from_dense(std::span<const T> matrix, std::size_t vertices, Reading reading);

  /// Takes compressed rows: those of row r are begins[r] to begins[r + 1]. The caller has checked
  /// the size of the three; this checks what they hold. Throws Error(kInput). O(V + E).
  template <typename Index>
  static ArrayGraph from_rows(std::span<const Index> begins, std::span<const Index> columns,
                              std::span<const double> weights, Reading reading);

  /// Reads a graph file. Throws Error.
  static ArrayGraph from_file(const std::string& path);

  /// Takes edges that stay where they are as long as this lives.
  static ArrayGraph from_edges(std::size_t vertices, std::span<const Edge> edges);

  /// Returns this graph and one more vertex, with an edge of weight 0 to each of `targets`.
  [[nodiscard]] ArrayGraph with_super_source(std::span<const std::int32_t> targets) const;

  [[nodiscard]] bool exact() const { return exact_; }
  /// Whether a weight is below 0. O(E).
  [[nodiscard]] bool has_negative() const;
  /// Whether an edge leads one way only. Solves for undirected graphs see each edge both ways.
  [[nodiscard]] bool directed() const { return directed_; }
  void set_directed(bool directed) { directed_ = directed; }
  [[nodiscard]] std::size_t vertices() const { return vertices_; }
  [[nodiscard]] std::size_t edge_count() const { return edges_.size() + real_edges_.size(); }
  /// Returns the edges of an exact graph, in units of 2^exponent().
  [[nodiscard]] GraphView view() const { return {vertices_, edges_}; }
  /// Returns a copy of the edges of an exact graph, with their weights as they are. O(E).
  [[nodiscard]] RealEdgeList scaled_edges() const;
  /// Returns the edges of a graph that is not exact.
  [[nodiscard]] RealGraphView real_view() const { return {vertices_, real_edges_}; }
  /// Returns the power of two that the weights of the edges are to be multiplied by.
  [[nodiscard]] int exponent() const { return exponent_; }

 private:
  explicit ArrayGraph(std::size_t vertices) : vertices_(vertices) {}

  template <typename Source>
  void fill_from(const Source& source, bool unweighted);
  Edge* allocate(std::size_t edges);

  std::size_t vertices_;
  std::optional<Pages<Edge>> pages_;
  std::vector<Edge> read_;
  std::vector<RealEdge> real_edges_;
  std::span<const Edge> edges_;
  int exponent_ = 0;
  bool exact_ = true;
  bool directed_ = true;
};

}  // namespace apsp::python
