// SPDX-License-Identifier: MIT
// The kernels of a search by bits: breadth first from many sources side by side, one bit a source.
// Each vertex has sets of sources, and a level of the search is a pass over vertices and edges that
// unites sets. One table for each instruction set.
//
// Source: M. Then, M. Kaufmann, F. Chirigati, T.-A. Hoang-Vu, K. Pham, A. Kemper, T. Neumann,
// H. T. Vo, "The More the Merrier: Efficient Multi-Source Graph Traversal", PVLDB 8(4), 2014.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/sparse/end_lists.hpp"

namespace apsp::cpu {

/// Sources of a word.
inline constexpr std::size_t kWordSources = 64;

/// Words of the sets of all sizes. The smaller ones are for few sources and many threads.
inline constexpr std::array<std::size_t, 4> kSetWords = {1, 4, 8, 16};

/// The numbers of each source, by planes: plane p is the set of the sources whose number has bit p.
struct BitCounts {
  static constexpr std::size_t kBlock = 8;
  static constexpr std::size_t kPlanes = 32;
  static constexpr std::size_t kSumPlanes = 64;

  std::uint64_t* block;    // kBlock sets of sources that are not counted yet,
  std::size_t block_size;  // so many of them there
  std::uint64_t* fresh;    // kPlanes: the vertices that are reached at this level; 0 before
  std::uint64_t* reached;  // kPlanes: the vertices that are reached, the sources left out
  std::uint64_t* sums;     // kSumPlanes: the sum of their levels
  std::uint64_t* alive;    // a set: the sources that reach a vertex at this level
  std::uint64_t pairs;     // of a source and a vertex at this level
};

/// What a batch knows of a vertex. It holds one byte of these for each.
enum VertexMark : unsigned char {
  kListed = 1,   // it is in `found`
  kFull = 2,     // all sources have reached it
  kTouched = 4,  // it is in `touched`
};

/// The state of a batch, and what a level makes of it. All sets are 64-byte aligned.
struct BitLevel {
  sparse::EndLists out;  // of the edges that are followed
  sparse::EndLists in;   // of these edges backward

  // A set for each vertex.
  std::uint64_t* seen;       // the sources that have reached it
  const std::uint64_t* now;  // that reached it at the level before; empty but in `frontier`
  std::uint64_t* next;       // that reach it at this level; empty before

  unsigned char* marks;          // of each vertex
  const std::uint64_t* sources;  // the set of all of the batch
  std::uint32_t level;           // this one, from 1 on

  // Lists of vertices, with room for V.
  const std::int32_t* frontier;
  std::size_t frontier_size;
  std::int32_t* found;  // the next frontier
  std::size_t found_size;
  std::int32_t* touched;  // that any source has reached
  std::size_t touched_size;
  std::int32_t* open;  // for pull: those that may still be reached, ascending
  std::size_t open_size;

  std::size_t found_edges;  // that leave vertices of `found`
  std::size_t open_edges;   // that lead to vertices which are not full

  // Where results go. One of the two is used.
  BitCounts counts;
  void* lanes;  // of each vertex, an element for each source
};

/// What is done with the sources that reach a vertex.
enum class BitResult {
  kCounts,  // the vertex is counted for each of them
  kBytes,   // the level is stored in their lanes, of std::uint8_t,
  kWords,   // or of std::int32_t
};
inline constexpr std::size_t kBitResults = 3;

/// The two ways to make a level, for sets of one size. Each empties nothing but `next` where no
/// source is new, fills `found`, and updates seen, marks, touched, open and their sizes.
struct BitRoutines {
  /// Formula: next(v) = union of now(u) over all edges (u,v) with u in the frontier, without
  /// seen(v). Cost: a set read and written for each edge that leaves the frontier, but to full
  /// vertices; bound by the caches that they lie in.
  void (*push)(BitLevel& level);

  /// The same, from the ends of edges. Cost: a set read for each edge that leads to a vertex of
  /// `open`, until all sources are there.
  void (*pull)(BitLevel& level);

  /// Adds what was counted at this level to the counts of all. Cost: some operations for each plane
  /// of the number of vertices found, times the bits of the level.
  void (*add_counts)(BitLevel& level);
};

/// The kernels of one instruction set. They hold no state and never throw.
struct BitKernels {
  std::string_view name;
  std::array<std::array<BitRoutines, kBitResults>, kSetWords.size()> routines;

  /// Those for sets of kSetWords[size] words.
  [[nodiscard]] const BitRoutines& of(std::size_t size, BitResult result) const {
    return routines[size][static_cast<std::size_t>(result)];
  }
};

extern const BitKernels kPortableBits;
#ifdef APSP_X86
extern const BitKernels kSse41Bits;
extern const BitKernels kAvx2Bits;
extern const BitKernels kAvx512Bits;
#endif

/// Returns the kernels of the instruction set of this name, which is one of KernelSet::name.
[[nodiscard]] const BitKernels& bit_kernels(std::string_view name);

}  // namespace apsp::cpu
