// SPDX-License-Identifier: MIT
// The rounds of blocked Floyd-Warshall on a tile matrix, in parallel.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "common/base/pages.hpp"
#include "common/core/observer.hpp"
#include "hw3-1/dense/tile_matrix.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

/// Returns the tiles of a pivot a side, for a matrix of `tiles` a side. Chosen by measurement:
/// every remainder tile is read and written once a round, so a deeper round divides the memory
/// traffic. But one thread closes the pivot, which only the remainder of a large matrix hides.
[[nodiscard]] constexpr std::size_t depth_for(std::size_t tiles) {
  return tiles < 32 ? 2 : 4;
}

/// Returns the bytes that close_matrix() takes beside the matrix, for OpenMP's default number of
/// threads.
template <typename Element>
[[nodiscard]] std::size_t workspace_bytes(std::size_t vertices, const KernelSet& kernels);

/// Allocates and populates that memory, each new page on the memory of the thread that uses it.
/// Takes it from `memory`; null: from the system.
template <typename Element>
[[nodiscard]] Pages<std::byte> make_workspace(std::size_t vertices, const KernelSet& kernels,
                                              std::pmr::memory_resource* memory = nullptr);

/// Replaces every element by the length of the shortest path, clipped to kInfinity<Element>.
/// All values must be >= 0. V^3 relaxations, half of a symmetric matrix, by OpenMP's default number
/// of threads. Reports each round to `observer`. `workspace` is the result of make_workspace() for
/// the matrix's vertices.
template <typename Element>
void close_matrix(TileMatrix<Element>& matrix, Pages<std::byte>& workspace,
                  const KernelSet& kernels, Observer& observer);

}  // namespace apsp::cpu
