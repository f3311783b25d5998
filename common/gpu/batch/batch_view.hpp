// SPDX-License-Identifier: MIT
// A batch as its kernels see it, and what they find out about it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/core/device_batch.hpp"

namespace apsp::gpu {

/// A graph of a batch.
struct Member {
  std::int32_t graph;
  std::int32_t size;  // vertices
};

/// Graphs of a batch, in device memory; null: all of them from `first` on, each of N vertices.
struct Members {
  const Member* list;
  std::size_t first;
};

/// The result of kernels, in device memory. Before them: no_findings().
struct Findings {
  unsigned long long place;  // least place_of() of what leaves the batch without an answer
  unsigned long long bits;   // of the number there: see report()
  unsigned postponed;        // graphs that BatchView::postponed lists
};

[[nodiscard]] constexpr Findings no_findings() {
  return {~0ull, 0, 0};
}

/// The caller's arrays, and what their elements mean.
struct BatchView {
  const void* weights;
  Element element;       // of the weights
  std::size_t vertices;  // N
  std::ptrdiff_t graph_stride;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t column_stride;
  bool has_no_edge;  // a number that is no edge, beside those of every batch
  long long no_edge_integer;
  double no_edge_real;  // where the weights are no integers
  bool zero_is_no_edge;
  bool loops;
  bool unweighted;
  bool both_ways;

  void* distances;
  Element kind;  // of the distances
  double fill;   // in place of no path
  double limit;  // the largest length that counts

  Findings* findings;
  Member* postponed;  // room for all graphs; null where the weights are no integers
};

/// Whether elements are integers.
[[nodiscard]] constexpr bool is_integer(Element element) {
  return element != Element::kFloat64 && element != Element::kFloat32;
}

/// Orders by graph, row and column what leaves a batch of matrices of N columns without an answer.
[[nodiscard]] constexpr unsigned long long place_of(std::size_t vertices, std::size_t graph,
                                                    std::size_t row, std::size_t column,
                                                    BatchMisfit::Kind kind) {
  return ((graph * vertices + row) * vertices + column) * 4 + static_cast<std::uint8_t>(kind);
}

}  // namespace apsp::gpu
