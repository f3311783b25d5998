// SPDX-License-Identifier: MIT
// The kernels of a search by bits on a device: breadth first from 1,024 sources side by side, one
// bit a source, and from many such batches at the same time. A place is a vertex of a batch. It has
// sets of sources of 128 bytes, which a warp reads at once. A level is a pass over the places that
// its sources reach, and over the edges that leave these.
//
// Source: M. Then, M. Kaufmann, F. Chirigati, T.-A. Hoang-Vu, K. Pham, A. Kemper, T. Neumann,
// H. T. Vo, "The More the Merrier: Efficient Multi-Source Graph Traversal", PVLDB 8(4), 2014.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "common/core/distance.hpp"
#include "common/core/graph.hpp"

namespace apsp::gpu {

/// 32-bit words of a set: a lane of a warp has one each.
inline constexpr std::size_t kSetWords = 32;
inline constexpr std::size_t kSetSources = 32 * kSetWords;

/// Edges of a chunk: those that leave a place are followed by as many warps as it has chunks.
inline constexpr std::size_t kChunkEdges = 32;

/// A level of a search.
struct LevelCounter {
  std::uint32_t places;      // that are reached at it
  std::uint32_t chunks;      // of edges that leave them
  unsigned long long pairs;  // of a source and a vertex
};

/// The numbers of sources, source by source within a word's bit: element batch kSetSources +
/// 32 bit + word.
struct SourceCounts {
  std::uint32_t* fresh;        // vertices that it reaches at the level at hand
  std::uint32_t* reached;      // vertices that it reaches at levels above 0
  std::uint32_t* largest;      // of those levels
  unsigned long long* levels;  // their sum
};

/// Searches from `sources` sources at the same time, source n in batch n / kSetSources. Place
/// batch V + v is vertex v of a batch.
struct BitView {
  const std::uint32_t* begin;  // V + 1: of the ends of the edges that leave a vertex
  const std::int32_t* ends;
  std::uint32_t vertices;
  std::uint32_t sources;

  // A set for each place:
  std::uint32_t* seen;   // sources that have reached it
  std::uint32_t* front;  // that reached it at the level before; empty elsewhere
  std::uint32_t* next;   // that reach it at the level at hand
  std::uint32_t* marks;  // one for each place: the last level + 1 that listed it, or kFull

  // Lists, with room for each:
  std::uint32_t* places;      // of the level at hand
  std::uint32_t* places_old;  // of the level before
  uint2* chunks;              // a place, and the number of a chunk
};

/// The planes of levels, where rows are wanted: plane p is a set for each place, of the sources
/// whose level has bit p. Those not needed yet are null.
struct LevelPlanes {
  static constexpr std::size_t kMost = 31;
  std::uint32_t* planes[kMost];
};

/// Begins searches from those vertices. All sets and marks are 0. Fills `next` and `places`, and
/// adds their number to level->places.
void begin_levels(const BitView& view, const std::int32_t* sources, LevelCounter* level,
                  cudaStream_t stream);

/// Ends a level: adds `next` to `seen` at the places of the level, lists the chunks of their edges,
/// and empties `front` at the places of the level before. Above level 0 it counts pairs, and where
/// `counts` or `planes` is not null, sources or levels. `level` counts this level, `before` the one
/// before it.
void settle_level(const BitView& view, std::uint32_t number, LevelCounter* level,
                  const LevelCounter* before, const SourceCounts* counts, const LevelPlanes* planes,
                  cudaStream_t stream);

/// Follows the chunks of `level`, whose sets are in `view.front`. Adds the sources that a vertex
/// has not seen to `view.next`, and lists it in `view.places`, whose number is after->places.
void follow_level(const BitView& view, std::uint32_t number, const LevelCounter* level,
                  LevelCounter* after, cudaStream_t stream);

/// Writes rows of distances, V elements each: those of sources `first` to `first + count` - 1 of
/// the search that has ended, times `weight`; kUnreachable where there is no path. `numbers`: the
/// number of each vertex in the search.
void write_levels(const BitView& view, const LevelPlanes& planes, const std::int32_t* numbers,
                  std::size_t first, std::size_t count, Distance weight, Distance* rows,
                  cudaStream_t stream);

/// Searches for an edge (k, j), of `count` in device memory, and a source that has reached k but
/// not j. Lowers *found to the smallest such edge << 32 | row, edges numbered from `first_edge`.
/// `rows`: the vertex that each source is in the input.
void find_cut_off(const BitView& view, const std::int32_t* numbers, const std::int32_t* rows,
                  const Edge* edges, std::size_t count, std::size_t first_edge,
                  unsigned long long* found, cudaStream_t stream);

}  // namespace apsp::gpu
