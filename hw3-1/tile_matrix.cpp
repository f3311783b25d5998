// SPDX-License-Identifier: MIT
#include "hw3-1/tile_matrix.hpp"

#include <omp.h>

#include <algorithm>
#include <vector>

#include "hw3-1/edge_batch.hpp"

namespace apsp::cpu {
namespace {

/// How many items ahead an element is fetched: far enough to hide one trip to memory.
constexpr std::size_t kPrefetchDistance = 64;

/// A batch: long enough to make the barrier behind it cheap, short enough to stay in the
/// second-level cache. All threads' batches together are small.
constexpr std::size_t kLongestBatch = 8192;
constexpr std::size_t kAllBatches = 1048576;

/// Lowers the element of each item.
template <typename Items>
void lower(const Items& items) {
  for (std::size_t n = 0; n < items.size(); ++n) {
    if (n + kPrefetchDistance < items.size()) {
      __builtin_prefetch(items[n + kPrefetchDistance].element, 1);
    }
    *items[n].element = std::min(*items[n].element, items[n].value);
  }
}

/// Numbers [first, last) of `count`, share `n` of `shares`.
TileRange share(std::size_t count, std::size_t n, std::size_t shares) {
  const std::size_t each = (count + shares - 1) / shares;
  return {std::min(n * each, count), std::min((n + 1) * each, count)};
}

}  // namespace

template <typename Element>
void TileMatrix<Element>::clear() {
#pragma omp parallel for schedule(static)
  for (std::size_t row = 0; row < tiles_; ++row) {
    std::fill(tile(row, 0), tile(row, 0) + tiles_ * kTileElements, kInfinity<Element>);
    const std::size_t end = std::min((row + 1) * kTile, vertices_);
    for (std::size_t v = row * kTile; v < end; ++v) *at(v, v) = 0;
  }
}

template <typename Element>
void TileMatrix<Element>::scatter(const Graph& graph) {
  clear();
  using Batch = EdgeBatch<Element>;
  using Item = typename Batch::Item;
  const auto all = static_cast<std::size_t>(omp_get_max_threads());
  const std::size_t longest = share(graph.edges.size(), 0, all).size();
  const std::size_t length =
      std::max<std::size_t>(std::min({longest, kLongestBatch, kAllBatches / (2 * all)}), 1);
  // Two for each thread: while others read the one it fills the other.
  std::vector<Batch> batches;
  for (std::size_t n = 0; n < 2 * all; ++n) batches.emplace_back(length, all);

  const auto item = [&](const Edge& edge) -> Item {
    return {at(order_.place_of(edge.source), order_.place_of(edge.destination)),
            static_cast<Element>(std::min<Distance>(edge.weight, kInfinity<Element>))};
  };
#pragma omp parallel
  {
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const auto owner = [&](const Item& it) {
      const auto number = static_cast<std::size_t>(it.element - tile(0, 0)) / kTileElements;
      // Fibonacci hashing: wherever edges are many, all threads have the same to do.
      return (static_cast<std::uint32_t>(number * 2654435769u) * threads) >> 32;
    };
    const TileRange mine = share(graph.edges.size(), thread, threads);
    const std::size_t rounds = (share(graph.edges.size(), 0, threads).size() + length - 1) / length;
    for (std::size_t round = 0; round < rounds; ++round) {
      const std::size_t begin = std::min(mine.begin + round * length, mine.end);
      const auto edges = graph.edges.subspan(begin, std::min(length, mine.end - begin));
      Batch* const filled = batches.data() + round % 2 * all;
      filled[thread].sort(edges, item, owner);
#pragma omp barrier
      for (std::size_t other = 0; other < threads; ++other) lower(filled[other].of(thread));
    }
  }
}

template <typename Element>
bool TileMatrix<Element>::is_reached(TileRange rows, TileRange columns) const {
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const Element* const end = tile(row, columns.begin) + columns.size() * kTileElements;
    for (const Element* in = tile(row, columns.begin); in < end; in += kTile) {
      unsigned difference = 0;  // no branch inside, so that the compiler vectorizes it
      for (std::size_t j = 0; j < kTile; ++j) {
        difference |= static_cast<unsigned>(in[j] ^ kInfinity<Element>);
      }
      if (difference != 0) return true;
    }
  }
  return false;
}

template <typename Element>
void TileMatrix<Element>::widen(std::size_t first, std::size_t count, Distance* rows) const {
  const auto distance = [](Element x) {
    return x == kInfinity<Element> ? kUnreachable : Distance{x};
  };
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t place = order_.place_of(static_cast<std::int32_t>(first + row));
    Distance* out = rows + row * vertices_;
    for (std::size_t column = 0; column < tiles_; ++column) {
      const Element* in = tile(place / kTile, column) + place % kTile * kTile;
      const std::size_t begin = column * kTile;
      const std::size_t width = std::min(kTile, vertices_ - begin);
      if (order_.as_numbered()) {
        for (std::size_t j = 0; j < width; ++j) out[begin + j] = distance(in[j]);
      } else {
        const std::int32_t* vertices = order_.vertices.data() + begin;
        for (std::size_t j = 0; j < width; ++j) out[vertices[j]] = distance(in[j]);
      }
    }
  }
}

template class TileMatrix<std::uint8_t>;
template class TileMatrix<std::uint16_t>;
template class TileMatrix<std::int32_t>;

}  // namespace apsp::cpu
