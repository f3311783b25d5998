// SPDX-License-Identifier: MIT
// The hot routine: one macro-tile of C takes min(C, A x B) over a round's depth. Every phase but
// the pivot's closure is this product with other operands.
//
// A is packed, see PackedTiles in operands.hpp. So a stage of A is contiguous, the loop transposes
// nothing, and a shared-memory fragment is one 16-byte load. B is read as it lies in the matrix:
// `depth` rows, kBlockWords words of each.
#pragma once

#include <cuda_pipeline.h>

#include <cstddef>
#include <cstdint>

#include "common/gpu/product/operands.hpp"
#include "common/gpu/product/word.cuh"

namespace apsp::gpu {

/// Shape of the product kernel, chosen by measurement.
template <class Word>
struct ProductShape {
  using Bits = typename Word::Bits;

  static constexpr int kThreads = 256;
  static constexpr int kBlocksPerSm = 2;  // one computes while the other loads or stores its C
  static constexpr int kVector = 16 / sizeof(Bits);  // words of one load or store
  static constexpr int kApart = 16 * kVector;        // words between two vectors of a thread
  static constexpr int kThreadRows = 8;              // of C in registers, by vectors
  static constexpr int kThreadWords = 2 * kVector;   // likewise in words
  static constexpr int kTileWords = 16 * kThreadWords;
  static constexpr int kBlocksPerTile = kBlockWords / kTileWords;  // of doubles one a group
  static constexpr int kStageDepth = 4 * kVector;  // steps of k that a stage of shared memory holds
  static constexpr int kStages = 2;
  static constexpr int kStageWords = kStageDepth * (kBlockRows + kTileWords);
  static constexpr std::size_t kSharedBytes = kStages * kStageWords * sizeof(Bits);

  static_assert(kThreadRows * 16 == kBlockRows && kThreads == 256,
                "16 x 16 threads cover the tile of a block");
  static_assert(kBlocksPerTile == 1 || kTileWords == 64, "the tile of a block is whole groups");
  static_assert(kPivot % kStageDepth == 0 && kPivot / kStageDepth >= kStages, "whole stages");
};

namespace detail {

/// 16 bytes of words.
template <typename Bits>
struct alignas(16) Vector {
  Bits words[16 / sizeof(Bits)];
};

/// A thread's fragment is vectors that lie kApart words apart: neighbouring threads read
/// neighbouring 16 bytes, without bank conflicts.
template <class Word, int N>
__device__ __forceinline__ void load_fragment(typename Word::Bits (&fragment)[N],
                                              const typename Word::Bits* from) {
  using Shape = ProductShape<Word>;
#pragma unroll
  for (int q = 0; q < N / Shape::kVector; ++q) {
    const auto vector =
        *reinterpret_cast<const Vector<typename Word::Bits>*>(from + Shape::kApart * q);
#pragma unroll
    for (int e = 0; e < Shape::kVector; ++e) fragment[Shape::kVector * q + e] = vector.words[e];
  }
}

/// A thread's share of the copies into shared memory: two 16-byte chunks of A a stage, and of B two
/// or, of doubles, one.
template <class Word>
struct StageCopy {
  using Shape = ProductShape<Word>;
  using Bits = typename Word::Bits;
  static constexpr int kRowChunks = Shape::kTileWords / Shape::kVector;  // of a row of B
  static constexpr int kRowsApart = Shape::kThreads / kRowChunks;        // rows between chunks of B
  const Bits* a;  // this thread's first chunk of the next stage
  const Bits* b;

  __device__ __forceinline__ explicit StageCopy(const TileOperands<Word>& tile)
      : a(tile.a + threadIdx.x * Shape::kVector),
        b(tile.b + threadIdx.x / kRowChunks * tile.b_pitch +
          threadIdx.x % kRowChunks * Shape::kVector) {}

  /// Starts the copy of the next stage to `shared`.
  __device__ __forceinline__ void start(Bits* shared, std::uint32_t pitch) {
    constexpr int kChunk = Shape::kThreads * Shape::kVector;
    static_assert(Shape::kStageDepth * kBlockRows == 2 * kChunk);
    static_assert(Shape::kStageDepth % kRowsApart == 0);
    Bits* to = shared + threadIdx.x * Shape::kVector;
    __pipeline_memcpy_async(to, a, 16);
    __pipeline_memcpy_async(to + kChunk, a + kChunk, 16);
#pragma unroll
    for (int n = 0; n < Shape::kStageDepth / kRowsApart; ++n) {
      __pipeline_memcpy_async(to + (2 + n) * kChunk, b, 16);
      b += static_cast<std::size_t>(kRowsApart) * pitch;
    }
    a += 2 * kChunk;
  }
};

/// Vector q of a thread's words.
template <typename Bits, int N>
__device__ __forceinline__ Vector<Bits> vector_of(const Bits (&words)[N], int q) {
  Vector<Bits> vector;
#pragma unroll
  for (int e = 0; e < int{sizeof vector / sizeof(Bits)}; ++e) {
    vector.words[e] = words[int{sizeof vector / sizeof(Bits)} * q + e];
  }
  return vector;
}

/// One step of k: kThreadRows x kThreadWords relaxations of words.
template <class Word, class Shape = ProductShape<Word>>
__device__ __forceinline__ void relax_step(
    typename Word::Bits (&c)[Shape::kThreadRows][Shape::kThreadWords], const typename Word::Bits* a,
    const typename Word::Bits* b) {
  typename Word::Bits a0[Shape::kThreadRows];
  typename Word::Bits b0[Shape::kThreadWords];
  load_fragment<Word>(a0, a);
  load_fragment<Word>(b0, b);
#pragma unroll
  for (int i = 0; i < Shape::kThreadRows; ++i) {
#pragma unroll
    for (int j = 0; j < Shape::kThreadWords; ++j) {
      c[i][j] = WordOps<Word>::relax(c[i][j], a0[i], b0[j]);
    }
  }
}

/// Two steps of k, at once where words take two sums at once.
template <class Word, class Shape = ProductShape<Word>>
__device__ __forceinline__ void relax_two_steps(
    typename Word::Bits (&c)[Shape::kThreadRows][Shape::kThreadWords], const typename Word::Bits* a,
    const typename Word::Bits* b, std::uint32_t one) {
  if constexpr (WordOps<Word>::kSummed == 0) {
    relax_step<Word>(c, a, b);
    relax_step<Word>(c, a + kBlockRows, b + Shape::kTileWords);
  } else {
    typename Word::Bits a0[Shape::kThreadRows], a1[Shape::kThreadRows];
    typename Word::Bits b0[Shape::kThreadWords], b1[Shape::kThreadWords];
    load_fragment<Word>(a0, a);
    load_fragment<Word>(a1, a + kBlockRows);
    load_fragment<Word>(b0, b);
    load_fragment<Word>(b1, b + Shape::kTileWords);
#pragma unroll
    for (int i = 0; i < Shape::kThreadRows; ++i) {
#pragma unroll
      for (int j = 0; j < Shape::kThreadWords; ++j) {
        if ((i + j) % 8 < WordOps<Word>::kSummed) {
          c[i][j] = WordOps<Word>::min3(WordOps<Word>::sum(a0[i], one, b0[j]),
                                        WordOps<Word>::sum(a1[i], one, b1[j]), c[i][j]);
        } else {
          c[i][j] = WordOps<Word>::relax(c[i][j], a0[i], b0[j]);
          c[i][j] = WordOps<Word>::relax(c[i][j], a1[i], b1[j]);
        }
      }
    }
  }
}

}  // namespace detail

/// Formula: c(i,j) = min(c(i,j), a(i,k) + b(k,j)) over `depth` k, for one macro-tile, of doubles
/// for one group of it.
/// Launch: all ProductShape::kThreads threads of a block call it, with the block's dynamic shared
/// memory (kSharedBytes, 16-byte aligned). The operands lie in shared memory too, so that those
/// needed only at the end cost no register in the loop.
/// Reads and writes: a, b and c once, from L2 as a rule; c, `copy` and `packed` as the operands
/// say. Synchronisation: one barrier a stage, after which the stage has arrived and the one before
/// is free; none before the stores, because nothing reads b from device memory by then. Cost:
/// kBlockRows x kTileWords x kElements x depth relaxations, bound by the pipes of arithmetic.
template <class Word>
__device__ __forceinline__ void multiply_tile(const volatile TileOperands<Word>& operands,
                                              typename Word::Bits* shared, std::uint32_t one) {
  using Shape = ProductShape<Word>;
  using Bits = typename Word::Bits;
  using Vector = detail::Vector<Bits>;
  constexpr int kVector = Shape::kVector;
  constexpr int kApart = Shape::kApart;
  constexpr int kRows = Shape::kThreadRows;
  constexpr int kWords = Shape::kThreadWords;
  const TileOperands<Word> tile{operands.a,     operands.b,       operands.c,     nullptr, nullptr,
                                operands.pitch, operands.b_pitch, operands.depth, 0,       0};

  // A warp is 4 threads high and 8 wide, the block 4 x 2 warps.
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int row = (lane / 8 + warp / 2 * 4) * kVector;   // [0, kApart)
  const int word = (lane % 8 + warp % 2 * 8) * kVector;  // likewise
  const auto row_at = [&](int i) { return row + i % kVector + i / kVector * kApart; };

  detail::StageCopy<Word> copy(tile);
#pragma unroll
  for (int stage = 0; stage < Shape::kStages - 1; ++stage) {
    copy.start(shared + stage * Shape::kStageWords, tile.b_pitch);
    __pipeline_commit();
  }

  Bits c[kRows][kWords];
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    detail::load_fragment<Word>(c[i],
                                tile.c + static_cast<std::size_t>(row_at(i)) * tile.pitch + word);
  }

  int left = tile.depth / Shape::kStageDepth;  // stages not yet computed
  std::uint32_t now = 0;                       // word of `shared` where the current stage lies
  std::uint32_t ahead = (Shape::kStages - 1) * Shape::kStageWords;
#pragma unroll 1
  for (; left > 0; --left) {
    __pipeline_wait_prior(Shape::kStages - 2);
    // The current stage is here for every thread, and every thread is done with the one that the
    // next copy overwrites.
    __syncthreads();
    if (left >= Shape::kStages) copy.start(shared + ahead, operands.b_pitch);
    __pipeline_commit();
    ahead = now;

    const Bits* a = shared + now + row;
    const Bits* b = shared + now + Shape::kStageDepth * kBlockRows + word;
#pragma unroll
    for (int k = 0; k < Shape::kStageDepth; k += 2) {
      detail::relax_two_steps<Word>(c, a + k * kBlockRows, b + k * Shape::kTileWords, one);
    }
    now += Shape::kStageWords;
    if (now == Shape::kStages * Shape::kStageWords) now = 0;
  }

  // Two loops: as one function called twice, the stores cost 2 % of a product.
  const unsigned store_groups = operands.store_groups;
  const auto group_of = [](int q) { return kApart * q / 64; };
  Bits* const second = operands.copy;
  const std::size_t pitch = operands.pitch;
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    const std::size_t at = static_cast<std::size_t>(row_at(i)) * pitch + word;
#pragma unroll
    for (int q = 0; q < kWords / kVector; ++q) {
      if ((store_groups >> group_of(q) & 1) == 0) continue;
      *reinterpret_cast<Vector*>(operands.c + at + kApart * q) = detail::vector_of(c[i], q);
    }
  }
  if (second != nullptr) {
    const std::size_t second_pitch = operands.b_pitch;
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
      const auto below = static_cast<std::size_t>(row_at(i));
#pragma unroll
      for (int q = 0; q < kWords / kVector; ++q) {
        *reinterpret_cast<Vector*>(second + below * second_pitch + word + kApart * q) =
            detail::vector_of(c[i], q);
      }
    }
  }
  const unsigned pack_groups = operands.pack_groups;
  if (pack_groups == 0) return;
  Bits* const packed = operands.packed;
#pragma unroll
  for (int j = 0; j < kWords; ++j) {
    if ((pack_groups >> group_of(j / kVector) & 1) == 0) continue;
    // Of one element a word both groups together are a pivot's columns, in u16 each group is.
    const int in_pivot = word + j % kVector + (Word::kElements == 1 ? j / kVector * kApart : 0);
    const int second_pivot = Word::kElements == 2 && pack_groups == 3u && j >= 4 ? kPivot : 0;
#pragma unroll
    for (int e = 0; e < Word::kElements; ++e) {
      const int k = Word::kElements * in_pivot + e + second_pivot;
#pragma unroll
      for (int q = 0; q < kRows / kVector; ++q) {
        Vector column;
#pragma unroll
        for (int i = 0; i < kVector; ++i) {
          column.words[i] = WordOps<Word>::spread(element_of<Word>(c[kVector * q + i][j], e));
        }
        *reinterpret_cast<Vector*>(packed + k * kBlockRows + row + kApart * q) = column;
      }
    }
  }
}

#define APSP_PRODUCT_KERNEL \
  __global__ void __launch_bounds__(ProductShape<Word>::kThreads, ProductShape<Word>::kBlocksPerSm)

/// The number of this thread block's macro-tile among those of a launch, and the blocks of one
/// with `tiles` of them.
template <class Word>
__device__ __forceinline__ unsigned tile_of_block() {
  return blockIdx.x / ProductShape<Word>::kBlocksPerTile;
}
template <class Word>
constexpr unsigned blocks_for_tiles(std::size_t tiles) {
  return static_cast<unsigned>(tiles * ProductShape<Word>::kBlocksPerTile);
}

/// multiply_tile for the one macro-tile of a thread block, whose operands every thread has, or for
/// the group of it that is the block's.
template <class Word>
__device__ __forceinline__ void multiply_by_block(TileOperands<Word> tile, std::uint32_t one) {
  extern __shared__ __align__(16) unsigned char stages[];
  __shared__ TileOperands<Word> operands;
  using Shape = ProductShape<Word>;
  if constexpr (Shape::kBlocksPerTile > 1) {
    const unsigned group = blockIdx.x % Shape::kBlocksPerTile;
    const std::size_t skipped = std::size_t{group} * Shape::kTileWords;
    tile.b += skipped;
    tile.c += skipped;
    if (tile.copy != nullptr) tile.copy += skipped;
    // The first group that is packed begins at step 0.
    if (group != 0 && (tile.pack_groups & 1u) != 0) tile.packed += skipped * kBlockRows;
    tile.store_groups = tile.store_groups >> group & 1u;
    tile.pack_groups = tile.pack_groups >> group & 1u;
  }
  if (threadIdx.x == 0) operands = tile;
  __syncthreads();
  multiply_tile<Word>(operands, reinterpret_cast<typename Word::Bits*>(stages), one);
}

}  // namespace apsp::gpu
