// SPDX-License-Identifier: MIT
// A graph made of arrays: dense matrices, compressed rows, lists of edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "apsp/real.hpp"
#include "common/base/pages.hpp"

namespace apsp::python {

/// Which entries of compressed rows are edges, and what they weigh. Infinities and NaN are none.
struct Reading {
  bool loops = true;        ///< entries on the diagonal are edges
  bool unweighted = false;  ///< every edge weighs 1
};

/// The edges of a graph. Their weights are integers times one power of two; else the graph is not
/// exact, and its edges are real ones alone.
class ArrayGraph {
 public:
  /// Takes the weights of a matrix, which it copies.
  static ArrayGraph from_matrix(WeightMatrix matrix);

  /// Takes compressed rows: those of row r are begins[r] to begins[r + 1]. The caller has checked
  /// the size of the three; this checks what they hold. Throws Error(kInput). O(V + E).
  template <typename Index>
  static ArrayGraph from_rows(std::span<const Index> begins, std::span<const Index> columns,
                              std::span<const double> weights, Reading reading);

  /// Takes edges as columns of the same length. A weight of infinity or NaN is no edge. O(E).
  static ArrayGraph from_columns(std::size_t vertices, std::span<const std::int32_t> sources,
                                 std::span<const std::int32_t> destinations,
                                 std::span<const double> weights);

  /// Reads a graph file. Throws Error.
  static ArrayGraph from_file(const std::string& path);

  /// Takes edges that stay where they are as long as this lives.
  static ArrayGraph from_edges(std::size_t vertices, std::span<const Edge> edges);

  /// Returns this graph and one more vertex, with an edge of weight 0 to each of `targets`.
  [[nodiscard]] ArrayGraph with_super_source(std::span<const std::int32_t> targets) const;

  [[nodiscard]] bool exact() const { return exact_; }
  /// Whether a weight is below 0. O(E); of a matrix O(1).
  [[nodiscard]] bool has_negative() const;
  /// Whether an edge leads one way only. Solves for undirected graphs see each edge both ways.
  [[nodiscard]] bool directed() const { return directed_; }
  void set_directed(bool directed) { directed_ = directed; }
  /// Returns the order of elimination that solves go along; empty: none is known.
  [[nodiscard]] std::span<const std::int32_t> order() const { return order_; }
  void set_order(std::vector<std::int32_t> order) { order_ = std::move(order); }
  [[nodiscard]] std::size_t vertices() const { return vertices_; }
  [[nodiscard]] std::size_t edge_count() const {
    return matrix_ ? matrix_->edge_count() : edges_.size() + real_edges_.size();
  }
  /// Returns the matrix that the graph was made of; null: it is a list.
  [[nodiscard]] const WeightMatrix* matrix() const { return matrix_ ? &*matrix_ : nullptr; }
  /// Whether the edges lie in memory of another owner.
  [[nodiscard]] bool borrows() const { return borrows_; }
  /// Returns the edges of an exact graph, in units of 2^exponent(). Makes the list of a matrix.
  [[nodiscard]] GraphView view() const {
    return {vertices_, matrix_ && exact_ ? matrix_->edges() : edges_};
  }
  /// Returns a copy of the edges of an exact graph or a matrix, their weights as they are. O(E).
  [[nodiscard]] RealEdgeList scaled_edges() const;
  /// Returns the edges of a graph that is not exact and no matrix.
  [[nodiscard]] RealGraphView real_view() const { return {vertices_, real_edges_}; }
  /// Returns the power of two that the weights of the edges are to be multiplied by.
  [[nodiscard]] int exponent() const { return exponent_; }

 private:
  explicit ArrayGraph(std::size_t vertices) : vertices_(vertices) {}

  template <typename Source>
  void fill_from(const Source& source, bool unweighted);
  Edge* allocate(std::size_t edges);
  RealEdge* allocate_real(std::size_t edges);

  std::size_t vertices_;
  std::optional<WeightMatrix> matrix_;
  std::optional<Pages<Edge>> pages_;
  std::optional<Pages<RealEdge>> real_pages_;
  std::vector<Edge> read_;
  std::span<const Edge> edges_;
  std::span<const RealEdge> real_edges_;
  std::vector<std::int32_t> order_;
  int exponent_ = 0;
  bool exact_ = true;
  bool directed_ = true;
  bool borrows_ = false;
};

}  // namespace apsp::python
