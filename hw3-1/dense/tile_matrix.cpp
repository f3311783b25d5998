// SPDX-License-Identifier: MIT
#include "hw3-1/dense/tile_matrix.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <limits>
#include <type_traits>

#include "hw3-1/kernels/transpose.hpp"
#include "hw3-1/lanes/batch_rows.hpp"

namespace apsp::cpu {
namespace {

/// Edges between the prefetch of an element and its use: enough to hide one access to memory.
constexpr std::size_t kPrefetchDistance = 16;

/// Lowers `element` to `value` if that is smaller. Any number of threads at once.
template <typename Element>
void atomic_lower(Element* element, Element value) {
  std::atomic_ref<Element> shared(*element);
  Element known = shared.load(std::memory_order_relaxed);
  while (value < known && !shared.compare_exchange_weak(known, value, std::memory_order_relaxed)) {
  }
}

/// The contiguous share of the edges that the calling thread of a parallel region scatters. If they
/// are sorted by source, it owns the rows between the first sources of its share and of the next
/// one. No edge of another share is in these, and the thread writes to them without atomics.
template <typename AnyEdge>
class Share {
 public:
  std::size_t begin;
  std::size_t end;

  explicit Share(std::span<const AnyEdge> edges)
      : begin(begin_of(edges, omp_get_thread_num())),
        end(begin_of(edges, omp_get_thread_num() + 1)) {
    const int threads = omp_get_num_threads();
    std::int32_t last = -1;
    for (int t = 0; t <= threads; ++t) {
      const std::size_t e = begin_of(edges, t);
      const std::int32_t source = t == 0              ? -1
                                  : e == edges.size() ? std::numeric_limits<std::int32_t>::max()
                                                      : edges[e].source;
      sorted_ = sorted_ && last <= source;
      if (t == omp_get_thread_num()) after_ = source;
      if (t == omp_get_thread_num() + 1) before_ = source;
      last = source;
    }
  }

  /// Whether it may own rows.
  [[nodiscard]] bool owns_rows() const { return sorted_; }

  /// Whether no other thread writes to the row of this edge, as long as all threads write to rows
  /// that they own.
  [[nodiscard]] bool owns(const AnyEdge& edge) const {
    return sorted_ && after_ < edge.source && edge.source < before_;
  }

 private:
  static std::size_t begin_of(std::span<const AnyEdge> edges, int thread) {
    return edges.size() * static_cast<std::size_t>(thread) /
           static_cast<std::size_t>(omp_get_num_threads());
  }

  bool sorted_ = true;  // as far as the ends of the shares tell
  std::int32_t after_ = -1;
  std::int32_t before_ = -1;
};

/// Returns the element of a weight that is 0 or more.
template <typename Element, typename Weight>
Element element_of(Weight weight) {
  constexpr Element kInfinite = kInfinity<Element>;
  if constexpr (std::is_floating_point_v<Element>) {
    return weight == kNoEdge<Weight> ? kInfinite
                                     : static_cast<Element>(weight) + Element{0};  // no -0.0
  } else if constexpr (sizeof(Weight) <= sizeof(Element) && !std::is_same_v<Weight, Element>) {
    const auto wide = static_cast<Element>(weight);
    return weight == kNoEdge<Weight> || wide > kInfinite ? kInfinite : wide;
  } else {  // kNoEdge is infinity or more
    return static_cast<Element>(weight < Weight{kInfinite} ? weight : Weight{kInfinite});
  }
}

}  // namespace

template <typename Element>
void TileMatrix<Element>::scatter(const DenseWeights& weights) {
  weights.visit([&](const auto* first) {
    using Weight = std::remove_cvref_t<decltype(*first)>;
    if constexpr (std::is_integral_v<Weight> || std::is_floating_point_v<Element>) {
      scatter_rows(first);
    }
  });
}

template <typename Element>
template <typename Weight>
void TileMatrix<Element>::scatter_rows(const Weight* weights) {
#pragma omp parallel for schedule(static)
  for (std::size_t row = own_.begin; row < own_.end; ++row) {
    for (std::size_t i = 0; i < kTile; ++i) {
      const std::size_t v = row * kTile + i;
      const bool real = v < vertices_;
      const std::size_t end = real ? vertices_ : 0;  // of the columns that are vertices
      const Weight* const in_row = real ? weights + v * vertices_ : weights;
      for (std::size_t column = 0; column < worked_on(row); ++column) {
        Element* const out = tile(row, column) + i * kTile;
        const std::size_t begin = column * kTile;
        const std::size_t width = std::min(end - std::min(begin, end), kTile);
        for (std::size_t j = 0; j < width; ++j) out[j] = element_of<Element>(in_row[begin + j]);
        std::fill(out + width, out + kTile, kInfinity<Element>);
      }
      if (real) *at(v, v) = 0;
    }
  }
}

template <typename Element>
void TileMatrix<Element>::scatter(const Graph& graph) requires std::integral<Element> {
  if (graph.matrix != nullptr) return scatter(*graph.matrix);
  const auto value = [](Distance weight) {
    return static_cast<Element>(std::min<Distance>(weight, kInfinity<Element>));
  };
  scatter_edges(graph.edges, value);
}

template <typename Element>
void TileMatrix<Element>::scatter(
    std::span<const RealEdge> edges) requires std::floating_point<Element> {
  scatter_edges(edges, [](double weight) { return static_cast<Element>(weight); });
}

template <typename Element>
template <typename AnyEdge, typename Value>
void TileMatrix<Element>::scatter_edges(std::span<const AnyEdge> edges, const Value& value) {
  constexpr Element kInfinite = kInfinity<Element>;
  const auto here = [&](const AnyEdge& edge) {
    const std::size_t row = static_cast<std::size_t>(edge.source) / kTile;
    return own_.contains(row) &&
           static_cast<std::size_t>(edge.destination) / kTile < worked_on(row);
  };
  const auto element = [&](const AnyEdge& edge) {
    return at(static_cast<std::size_t>(edge.source), static_cast<std::size_t>(edge.destination));
  };
  const auto lower_together = [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) {
      // Here, because GCC drops a prefetch in a function of its own: it sees no effect of that.
      const std::size_t later = e + kPrefetchDistance;
      if (later < edges.size() && here(edges[later])) {
        __builtin_prefetch(element(edges[later]), 1);
      }
      if (here(edges[e])) atomic_lower(element(edges[e]), value(edges[e].weight));
    }
  };
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (std::size_t row = own_.begin; row < own_.end; ++row) {
      std::fill(tile(row, 0), tile(row, 0) + worked_on(row) * kTileElements, kInfinite);
      const std::size_t end = std::min((row + 1) * kTile, vertices_);
      for (std::size_t v = row * kTile; v < end; ++v) *at(v, v) = 0;
    }
    const Share<AnyEdge> share(edges);
    std::size_t first = share.owns_rows() ? share.begin : share.end;
    while (first < share.end && !share.owns(edges[first])) ++first;
    std::size_t next = first;
    for (; next < share.end && share.owns(edges[next]); ++next) {  // a row is in the near caches
      if (!here(edges[next])) continue;
      Element& known = *element(edges[next]);
      known = std::min(known, value(edges[next].weight));
    }
#pragma omp barrier
    lower_together(share.begin, first);
    lower_together(next, share.end);
  }
}

template <typename Element>
bool TileMatrix<Element>::is_reached(TileRange rows, TileRange columns) const {
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const Element* const end = tile(row, columns.begin) + columns.size() * kTileElements;
    for (const Element* in = tile(row, columns.begin); in < end; in += kTile) {
      unsigned difference = 0;  // no branch inside, so that the compiler vectorizes it
      for (std::size_t j = 0; j < kTile; ++j) {
        if constexpr (std::is_floating_point_v<Element>) {
          difference |= static_cast<unsigned>(in[j] < kInfinity<Element>);
        } else {
          difference |= static_cast<unsigned>(in[j] ^ kInfinity<Element>);
        }
      }
      if (difference != 0) return true;
    }
  }
  return false;
}

template <typename Element>
void TileMatrix<Element>::find_symmetry() {
  std::atomic<bool> differs = false;
#pragma omp parallel
  {
    alignas(64) std::array<Element, kTileElements> transposed;
#pragma omp for schedule(dynamic)
    for (std::size_t row = 0; row < tiles_; ++row) {
      for (std::size_t column = 0; column <= row; ++column) {
        if (differs.load(std::memory_order_relaxed)) break;
        transpose_tile(tile(row, column), transposed.data());
        if (std::memcmp(transposed.data(), tile(column, row), sizeof transposed) != 0) {
          differs.store(true, std::memory_order_relaxed);
        }
      }
    }
  }
  symmetric_ = !differs;
}

template <typename Element>
void TileMatrix<Element>::widen(const TileKernels<Element>& kernels, std::size_t first,
                                std::size_t count,
                                Distance* rows) const requires std::integral<Element> {
  const std::size_t end = first + count;
  for (std::size_t v = first; v < end; ++v) {
    const std::size_t columns = std::min(worked_on(v / kTile) * kTile, vertices_);
    kernels.widen(tile(v / kTile, 0) + v % kTile * kTile, columns, rows + (v - first) * vertices_);
  }
  for (std::size_t v = first; symmetric_ && v < end;) {
    const std::size_t next = std::min(end, (v / kTile + 1) * kTile);
    widen_above(v, next, rows + (v - first) * vertices_);
    v = next;
  }
}

/// Fills the rows of the vertices [first, end) of a tile row above the diagonal, from the columns
/// of the tiles below it.
template <typename Element>
void TileMatrix<Element>::widen_above(std::size_t first, std::size_t end,
                                      Distance* rows) const requires std::integral<Element> {
  using batch_rows::kQuad;
  for (std::size_t below = first / kTile + 1; below < tiles_; ++below) {
    const Element* const in = tile(below, first / kTile) + first % kTile;
    Distance* const out = rows + below * kTile;
    const std::size_t width = std::min(kTile, vertices_ - below * kTile);
    const auto widen_one = [&](std::size_t i, std::size_t j) {
      out[i * vertices_ + j] = batch_rows::brought_back(in[j * kTile + i], kInfinity<Element>);
    };
    std::size_t j = 0;
    for (; j + kQuad <= width; j += kQuad) {
      const Element* const quad[kQuad] = {in + j * kTile, in + (j + 1) * kTile,
                                          in + (j + 2) * kTile, in + (j + 3) * kTile};
      std::size_t i = 0;
      for (; i + kQuad <= end - first; i += kQuad) {
        batch_rows::transpose_quad(quad, i, out + i * vertices_ + j, vertices_, kInfinity<Element>);
      }
      for (; i < end - first; ++i) {
        for (std::size_t q = 0; q < kQuad; ++q) widen_one(i, j + q);
      }
    }
    for (; j < width; ++j) {
      for (std::size_t i = 0; i < end - first; ++i) widen_one(i, j);
    }
  }
}

template class TileMatrix<std::uint8_t>;
template class TileMatrix<std::uint16_t>;
template class TileMatrix<std::int32_t>;
// Clang before 16 instantiates members of a class whose constraints do not hold.
template void TileMatrix<float>::scatter(std::span<const RealEdge>);
template void TileMatrix<double>::scatter(std::span<const RealEdge>);
template void TileMatrix<float>::scatter(const DenseWeights&);
template void TileMatrix<double>::scatter(const DenseWeights&);
template bool TileMatrix<float>::is_reached(TileRange, TileRange) const;
template bool TileMatrix<double>::is_reached(TileRange, TileRange) const;

}  // namespace apsp::cpu
