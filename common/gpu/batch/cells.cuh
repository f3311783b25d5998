// SPDX-License-Identifier: MIT
// The cells that matrices of a batch are closed in: weights become cells, cells become distances.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "common/core/distance.hpp"
#include "common/gpu/batch/batch_view.hpp"

namespace apsp::gpu {

/// kNone: no path. relax(): min(known, first + second); no path stays no path, but in std::int32_t
/// it may become less than kNone: see longest_of().
template <class Cell>
struct CellOps {
  static constexpr Cell kNone = std::numeric_limits<Cell>::infinity();
  static __device__ __forceinline__ Cell relax(Cell known, Cell first, Cell second) {
    const Cell sum = first + second;
    return sum < known ? sum : known;  // known, where the sum is NaN or a zero of the other sign
  }
};

template <>
struct CellOps<std::int32_t> {
  static constexpr std::int32_t kNone = kUnreachable;
  static __device__ __forceinline__ std::int32_t relax(std::int32_t known, std::int32_t first,
                                                       std::int32_t second) {
    return __viaddmin_s32(first, second, known);
  }
};

/// The range of the weights of a graph, with 0 in it.
template <class Cell>
struct CellRange {
  Cell least = 0;
  Cell most = 0;

  __device__ void add(Cell weight) {
    least = weight < least ? weight : least;
    if (weight != CellOps<Cell>::kNone && weight > most) most = weight;
  }
};

/// Reports what leaves a batch without an answer. A second pass over the graph that was reported
/// stores the number of the place, too: as an integer where the weights are integers, else as the
/// bits of a double.
template <typename Number>
__device__ void report(const BatchView& batch, std::size_t graph, std::size_t row,
                       std::size_t column, BatchMisfit::Kind kind, Number number) {
  const unsigned long long place = place_of(batch.vertices, graph, row, column, kind);
  if (atomicMin(&batch.findings->place, place) != place) return;
  batch.findings->bits =
      is_integer(batch.element)
          ? static_cast<unsigned long long>(static_cast<long long>(number))
          : static_cast<unsigned long long>(__double_as_longlong(static_cast<double>(number)));
}

/// Whether a graph before this one was reported, or a negative cycle of this one through a vertex
/// before `pivot`. Threads may see it at different times.
__device__ inline bool is_lost(const BatchView& batch, std::size_t graph, std::size_t pivot) {
  using Kind = BatchMisfit::Kind;
  const auto* const known = static_cast<const volatile unsigned long long*>(&batch.findings->place);
  const unsigned long long place = *known;
  if (place >= place_of(batch.vertices, graph, pivot, pivot, Kind::kNone)) return false;
  return place < place_of(batch.vertices, graph, 0, 0, Kind::kNone) ||
         place % 4 == static_cast<unsigned>(Kind::kNegative);
}

__device__ inline long long integer_at(const BatchView& batch, std::ptrdiff_t at) {
  switch (batch.element) {
    case Element::kInt64:
      return static_cast<const long long*>(batch.weights)[at];
    case Element::kInt32:
      return static_cast<const std::int32_t*>(batch.weights)[at];
    case Element::kUint16:
      return static_cast<const std::uint16_t*>(batch.weights)[at];
    default:
      return static_cast<const std::uint8_t*>(batch.weights)[at];
  }
}

/// The weight of an edge, kNone where there is none. Reports an integer that is no weight, and
/// makes `valid` false.
template <class Cell>
__device__ Cell integer_weight(const BatchView& batch, std::size_t graph, std::size_t row,
                               std::size_t column, std::ptrdiff_t at, bool& valid) {
  const long long weight = integer_at(batch, at);
  const long long none = batch.element == Element::kUint16 ? 65535 : kUnreachable;
  const bool in_range = weight <= INT32_MAX && weight > -kUnreachable;
  if ((batch.has_no_edge && weight == batch.no_edge_integer) || (in_range && weight >= none) ||
      (batch.zero_is_no_edge && weight == 0)) {
    return CellOps<Cell>::kNone;
  }
  if (batch.unweighted) return 1;
  if (in_range) return static_cast<Cell>(weight);
  report(batch, graph, row, column, BatchMisfit::Kind::kWeight, weight);
  valid = false;
  return CellOps<Cell>::kNone;
}

/// The weight of an edge, kNone where there is none.
template <class Cell>
__device__ Cell real_weight(const BatchView& batch, std::ptrdiff_t at) {
  const Cell weight = static_cast<const Cell*>(batch.weights)[at];
  if (!isfinite(weight) || (batch.zero_is_no_edge && weight == 0) ||
      (batch.has_no_edge && static_cast<double>(weight) == batch.no_edge_real)) {
    return CellOps<Cell>::kNone;
  }
  return batch.unweighted ? Cell{1} : weight;
}

template <class Cell>
__device__ Cell weight_at(const BatchView& batch, std::size_t graph, std::size_t row,
                          std::size_t column, bool& valid) {
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(graph) * batch.graph_stride +
                            static_cast<std::ptrdiff_t>(row) * batch.row_stride +
                            static_cast<std::ptrdiff_t>(column) * batch.column_stride;
  if constexpr (std::is_integral_v<Cell>) {
    return integer_weight<Cell>(batch, graph, row, column, at, valid);
  } else {
    if (is_integer(batch.element))
      return integer_weight<Cell>(batch, graph, row, column, at, valid);
    return real_weight<Cell>(batch, at);
  }
}

/// The cell (row, column) of a graph before its matrix is closed. Of two zeros both ways it is that
/// below the diagonal, as on processors. Reports a weight that is none, and makes `valid` false.
template <class Cell>
__device__ Cell cell_at(const BatchView& batch, std::size_t graph, std::size_t row,
                        std::size_t column, bool& valid) {
  if (row == column && !batch.loops) return 0;
  Cell weight = weight_at<Cell>(batch, graph, row, column, valid);
  if (batch.both_ways) {
    const Cell back = weight_at<Cell>(batch, graph, column, row, valid);
    const Cell below = row > column ? weight : back;
    const Cell above = row > column ? back : weight;
    weight = above < below ? above : below;
  }
  return row == column && weight > 0 ? Cell{0} : weight;
}

/// Returns whether the cells hold every length of a graph, and sets the largest cell of its closed
/// matrix that is a path. Let m be the largest weight, or 0, and s the smallest, or 0, without its
/// sign. A path has fewer than n edges, so that it is n m long at most, and one over a cell of
/// kNone is kNone - n s long at least. n (m + s) < kNone keeps both apart, and no sum is beyond 2
/// kNone.
__device__ inline bool holds(const CellRange<std::int32_t>& range, std::size_t size,
                             std::int32_t& longest) {
  const auto n = static_cast<long long>(size);
  if (n * range.most - n * range.least >= CellOps<std::int32_t>::kNone) return false;
  longest = static_cast<std::int32_t>(n * range.most);
  return true;
}

/// Cells of float and double hold every length, as infinity is no path. Sums of integers do not
/// round: n weights below 2^30 make less than 2^53.
template <class Cell>
__device__ bool holds(const CellRange<Cell>&, std::size_t, Cell& longest) {
  longest = std::numeric_limits<Cell>::max();
  return true;
}

/// The largest cell up to `longest` that is a path within the limit.
template <class Cell>
__device__ Cell largest_wanted(const BatchView& batch, Cell longest) {
  return batch.limit < static_cast<double>(longest) ? static_cast<Cell>(batch.limit) : longest;
}

/// Whether the elements of the distances hold a length.
template <class Cell>
__device__ bool is_held(const BatchView& batch, Cell length) {
  if (batch.kind == Element::kUint16) return length >= 0 && length <= 65534;
  return batch.kind != Element::kInt32 || (length > -kUnreachable && length < kUnreachable);
}

/// Stores a length as element `at` of the distances, or the fill where it is not `wanted`.
template <class Cell>
__device__ void put(const BatchView& batch, std::size_t at, Cell length, bool wanted) {
  const auto store = [&](auto* to) {
    using Number = std::remove_pointer_t<decltype(to)>;
    to[at] = wanted ? static_cast<Number>(length) : static_cast<Number>(batch.fill);
  };
  switch (batch.kind) {
    case Element::kFloat64:
      return store(static_cast<double*>(batch.distances));
    case Element::kFloat32:
      return store(static_cast<float*>(batch.distances));
    case Element::kUint16:
      return store(static_cast<std::uint16_t*>(batch.distances));
    default:
      return store(static_cast<std::int32_t*>(batch.distances));
  }
}

__device__ inline Member member_of(const BatchView& batch, const Members& members,
                                   std::size_t number) {
  if (members.list != nullptr) return members.list[members.first + number];
  return {static_cast<std::int32_t>(members.first + number),
          static_cast<std::int32_t>(batch.vertices)};
}

}  // namespace apsp::gpu
