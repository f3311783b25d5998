// SPDX-License-Identifier: MIT
// The (min, +) product of tiles and the closure of a pivot, on operands of the caller's. Every call
// is asynchronous on `stream`, for the current device, and throws Error(kInternal) if the operands
// do not fit together or the launch fails. Distances are in [0, infinity] of the word, of doubles
// negative as well.
#pragma once

#include <cuda_runtime.h>

#include <span>

#include "common/gpu/product/operands.hpp"

namespace apsp::gpu {

/// C = min(C, A x B), except in the rows and columns of `kept`. C shares no word with A and B. See
/// product_kernel in product.cu for the cost.
template <class Word>
void product(const Tiles<Word>& c, const ConstPackedTiles<Word>& a, const ConstTiles<Word>& b,
             cudaStream_t stream, const Kept& kept = {});

/// The most tiles of one call of product_tiles.
inline constexpr std::size_t kMostTiles = 2;

/// C = min(C, A x B) for one or two macro-tiles, each with its own operands and outputs. No tile
/// may write what another reads.
template <class Word>
void product_tiles(std::span<const TileOperands<Word>> tiles, cudaStream_t stream);

/// Packs columns [first, first + to.depth) of `from`, elements, as a left operand. `first` is a
/// multiple of kPivot; to.rows and from.rows are the same.
template <class Word>
void pack(const ConstTiles<Word>& from, std::size_t first, const PackedTiles<Word>& to,
          cudaStream_t stream);

/// Replaces a pivot block by its closure (Floyd-Warshall on its kPivot vertices) and packs that.
template <class Word>
void close(const PivotBlock<Word>& pivot, cudaStream_t stream);

}  // namespace apsp::gpu
