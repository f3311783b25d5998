// SPDX-License-Identifier: MIT
// Launches single kernels of common/gpu on operands of the caller's. Kernels that device_matrix.hpp
// launches (fill, scatter, widen) are not repeated here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/core/schedule.hpp"
#include "common/gpu/product/layout.hpp"

namespace apsp::gpu {

/// Operands of one macro-tile in device memory: see TileOperands in tile_product.cuh.
struct ProductLaunch {
  const std::uint32_t* a;
  const std::uint32_t* b;
  std::uint32_t* c;
  std::uint32_t* packed;
  std::uint32_t* copy;
  std::uint32_t pitch;
  int depth;
  unsigned store_groups;
  unsigned pack_groups;
};

/// Computes one macro-tile by one block of threads. Asynchronous, on the default stream, as the
/// next two.
template <class Word>
void launch_product(const ProductLaunch& launch);

/// Closes the kPivot x kPivot elements at `pivot`, rows `pitch` elements apart, and packs them.
template <class Word>
void launch_close_pivot(typename Word::Element* pivot, std::size_t pitch, std::uint32_t* packed);

/// Operands of a round's remainder: see RoundView in rounds.cuh.
struct RemainderLaunch {
  std::uint32_t* matrix;
  Layout layout;
  TileRange pivot;
  TileRange next;
  const std::uint32_t* panel;
  const std::uint32_t* rows;
};

/// Computes everything outside rows and columns of `pivot` and `next`.
template <class Word>
void launch_remainder(const RemainderLaunch& launch);

}  // namespace apsp::gpu
