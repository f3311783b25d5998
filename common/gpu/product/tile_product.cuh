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
struct ProductShape {
  static constexpr int kThreads = 256;
  static constexpr int kBlocksPerSm = 2;  // one computes while the other loads or stores its C
  static constexpr int kThreadRows = 8;   // of C in registers, as two groups of 4, 64 rows apart
  static constexpr int kThreadWords = 8;  // likewise in words
  static constexpr int kStageDepth = 16;  // steps of k that a stage of shared memory holds
  static constexpr int kStages = 2;
  static constexpr int kStageWords = kStageDepth * (kBlockRows + kBlockWords);
  static constexpr std::size_t kSharedBytes = kStages * kStageWords * sizeof(std::uint32_t);

  static_assert(kThreadRows * 16 == kBlockRows && kThreadWords * 16 == kBlockWords &&
                    kThreads == 256,
                "16 x 16 threads cover the macro-tile");
  static_assert(kPivot % kStageDepth == 0 && kPivot / kStageDepth >= kStages, "whole stages");
};

namespace detail {

using Shape = ProductShape;

/// Words 4q .. 4q+3 of a thread's fragment lie 64 q words apart: neighbouring threads read
/// neighbouring 16 bytes, without bank conflicts.
template <int N>
__device__ __forceinline__ void load_fragment(std::uint32_t (&fragment)[N],
                                              const std::uint32_t* from) {
#pragma unroll
  for (int q = 0; q < N / 4; ++q) {
    const uint4 four = *reinterpret_cast<const uint4*>(from + 64 * q);
    fragment[4 * q] = four.x;
    fragment[4 * q + 1] = four.y;
    fragment[4 * q + 2] = four.z;
    fragment[4 * q + 3] = four.w;
  }
}

/// A thread's share of the copies into shared memory: two 16-byte chunks of each operand a stage.
struct StageCopy {
  static constexpr int kRowsApart =
      Shape::kThreads * 4 / kBlockWords;  // rows between the two chunks of B
  const std::uint32_t* a;                 // this thread's first chunk of the next stage
  const std::uint32_t* b;

  __device__ __forceinline__ explicit StageCopy(const TileOperands& tile)
      : a(tile.a + threadIdx.x * 4),
        b(tile.b + threadIdx.x / (kBlockWords / 4) * tile.b_pitch +
          threadIdx.x % (kBlockWords / 4) * 4) {}

  /// Starts the copy of the next stage to `shared`.
  __device__ __forceinline__ void start(std::uint32_t* shared, std::uint32_t pitch) {
    static_assert(Shape::kStageDepth == 2 * kRowsApart && kBlockRows == kBlockWords);
    constexpr int kChunk = Shape::kThreads * 4;
    std::uint32_t* to = shared + threadIdx.x * 4;
    __pipeline_memcpy_async(to, a, 16);
    __pipeline_memcpy_async(to + kChunk, a + kChunk, 16);
    __pipeline_memcpy_async(to + 2 * kChunk, b, 16);
    b += static_cast<std::size_t>(kRowsApart) * pitch;
    __pipeline_memcpy_async(to + 3 * kChunk, b, 16);
    b += static_cast<std::size_t>(kRowsApart) * pitch;
    a += 2 * kChunk;
  }
};

/// One step of two k: 2 x kThreadRows x kThreadWords relaxations of words.
template <class Word>
__device__ __forceinline__ void relax_two_steps(
    std::uint32_t (&c)[Shape::kThreadRows][Shape::kThreadWords], const std::uint32_t* a,
    const std::uint32_t* b, std::uint32_t one) {
  std::uint32_t a0[Shape::kThreadRows], a1[Shape::kThreadRows];
  std::uint32_t b0[Shape::kThreadWords], b1[Shape::kThreadWords];
  load_fragment(a0, a);
  load_fragment(a1, a + kBlockRows);
  load_fragment(b0, b);
  load_fragment(b1, b + kBlockWords);
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

}  // namespace detail

/// Formula: c(i,j) = min(c(i,j), a(i,k) + b(k,j)) over `depth` k, for one macro-tile.
/// Launch: all ProductShape::kThreads threads of a block call it, with the block's dynamic shared
/// memory (kSharedBytes, 16-byte aligned). The operands lie in shared memory too, so that those
/// needed only at the end cost no register in the loop.
/// Reads and writes: a, b and c once, from L2 as a rule; c, `copy` and `packed` as the operands
/// say. Synchronisation: one barrier a stage, after which the stage has arrived and the one before
/// is free; none before the stores, because nothing reads b from device memory by then. Cost:
/// kBlockRows x kBlockWords x kElements x depth relaxations, bound by the integer pipes.
template <class Word>
__device__ __forceinline__ void multiply_tile(const volatile TileOperands& operands,
                                              std::uint32_t* shared, std::uint32_t one) {
  using Shape = ProductShape;
  constexpr int kRows = Shape::kThreadRows;
  constexpr int kWords = Shape::kThreadWords;
  const TileOperands tile{operands.a,     operands.b,       operands.c,     nullptr, nullptr,
                          operands.pitch, operands.b_pitch, operands.depth, 0,       0};

  // A warp is 4 threads high and 8 wide, the block 4 x 2 warps.
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int row = (lane / 8 + warp / 2 * 4) * 4;   // [0, 64), multiple of 4
  const int word = (lane % 8 + warp % 2 * 8) * 4;  // [0, 64), multiple of 4

  detail::StageCopy copy(tile);
#pragma unroll
  for (int stage = 0; stage < Shape::kStages - 1; ++stage) {
    copy.start(shared + stage * Shape::kStageWords, tile.b_pitch);
    __pipeline_commit();
  }

  std::uint32_t c[kRows][kWords];
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    detail::load_fragment(
        c[i], tile.c + static_cast<std::size_t>(row + i % 4 + i / 4 * 64) * tile.pitch + word);
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

    const std::uint32_t* a = shared + now + row;
    const std::uint32_t* b = shared + now + Shape::kStageDepth * kBlockRows + word;
#pragma unroll
    for (int k = 0; k < Shape::kStageDepth; k += 2) {
      detail::relax_two_steps<Word>(c, a + k * kBlockRows, b + k * kBlockWords, one);
    }
    now += Shape::kStageWords;
    if (now == Shape::kStages * Shape::kStageWords) now = 0;
  }

  // Two loops: as one function called twice, the stores cost 2 % of a product.
  const unsigned store_groups = operands.store_groups;
  std::uint32_t* const second = operands.copy;
  const std::size_t pitch = operands.pitch;
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    const std::size_t at = static_cast<std::size_t>(row + i % 4 + i / 4 * 64) * pitch + word;
#pragma unroll
    for (int q = 0; q < kWords / 4; ++q) {
      const uint4 four = make_uint4(c[i][4 * q], c[i][4 * q + 1], c[i][4 * q + 2], c[i][4 * q + 3]);
      if ((store_groups >> q & 1) != 0) *reinterpret_cast<uint4*>(operands.c + at + 64 * q) = four;
    }
  }
  if (second != nullptr) {
    const std::size_t second_pitch = operands.b_pitch;
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
      const auto below = static_cast<std::size_t>(row + i % 4 + i / 4 * 64);
#pragma unroll
      for (int q = 0; q < kWords / 4; ++q) {
        *reinterpret_cast<uint4*>(second + below * second_pitch + word + 64 * q) =
            make_uint4(c[i][4 * q], c[i][4 * q + 1], c[i][4 * q + 2], c[i][4 * q + 3]);
      }
    }
  }
  const unsigned pack_groups = operands.pack_groups;
  if (pack_groups == 0) return;
  std::uint32_t* const packed = operands.packed;
#pragma unroll
  for (int j = 0; j < kWords; ++j) {
    if ((pack_groups >> (j / 4) & 1) == 0) continue;
    // In s32 both groups together are a pivot's columns, in u16 each group is.
    const int in_pivot = word + j % 4 + (Word::kElements == 1 ? j / 4 * 64 : 0);
    const int second_pivot = Word::kElements == 2 && pack_groups == 3u && j >= 4 ? kPivot : 0;
#pragma unroll
    for (int e = 0; e < Word::kElements; ++e) {
      const int k = Word::kElements * in_pivot + e + second_pivot;
#pragma unroll
      for (int q = 0; q < kRows / 4; ++q) {
        const auto element = [&](int i) {
          const std::uint32_t x = c[4 * q + i][j];
          return WordOps<Word>::spread(Word::kElements == 2 ? (x >> (16 * e) & 0xffff) : x);
        };
        *reinterpret_cast<uint4*>(packed + k * kBlockRows + row + 64 * q) =
            make_uint4(element(0), element(1), element(2), element(3));
      }
    }
  }
}

#define APSP_PRODUCT_KERNEL \
  __global__ void __launch_bounds__(ProductShape::kThreads, ProductShape::kBlocksPerSm)

/// multiply_tile for the one macro-tile of a thread block, whose operands every thread has.
template <class Word>
__device__ __forceinline__ void multiply_by_block(TileOperands tile, std::uint32_t one) {
  extern __shared__ __align__(16) std::uint32_t stages[];
  __shared__ TileOperands operands;
  if (threadIdx.x == 0) operands = tile;
  __syncthreads();
  multiply_tile<Word>(operands, stages, one);
}

}  // namespace apsp::gpu
