// SPDX-License-Identifier: MIT
// How a matrix that lies in host memory streams through a device: index arithmetic that needs no
// device.
//
// A round is as deep as device memory allows. Its pivot rows are closed on the device and stay
// there. All other rows come up in strips, take the round, and go down again. An element of b bytes
// crosses once each way a round, while it takes `depth` relaxes. So a depth of
//
//     b x relaxes per second / bytes per second each way
//
// hides the transfers: some 1300 at 17 T relax/s in s32, at 33 T in u16, and 55 GB/s.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/gpu/product/layout.hpp"

namespace apsp::gpu {

/// Strips that are on the device at once: one comes up, one is computed, one goes down.
inline constexpr std::size_t kStripsAtOnce = 3;

/// Streams that take strips in turn: blocks of one strip's product fill the device while the last
/// blocks of the other's end. With one stream, a strip of 940 blocks took 8 waves for 7.1.
inline constexpr std::size_t kComputeStreams = 2;

struct StreamPlan {
  std::size_t vertices;
  int elements_per_word;
  std::size_t strip;  // rows of a strip, in blocks of kBlockRows
  std::size_t depth;  // vertices of a round's pivot, in strips

  /// The deepest rounds, beyond which closing a pivot costs more than the transfers that it saves.
  static constexpr std::size_t kDeepest = 2048;
  static constexpr std::size_t kStripRows = 512;

  /// The plan that needs at most `bytes` of device memory and has the deepest rounds; nothing where
  /// even rounds of one block need more.
  [[nodiscard]] static constexpr std::optional<StreamPlan> within(std::size_t vertices,
                                                                  int elements_per_word,
                                                                  std::uint64_t bytes) {
    constexpr std::size_t kMostVertices = std::size_t{1} << 30;
    if (vertices > kMostVertices) return std::nullopt;  // sizes could wrap
    for (std::size_t strip = kStripRows / kBlockRows; strip > 0; strip /= 2) {
      for (std::size_t depth = kDeepest / (strip * kBlockRows); depth > 0; --depth) {
        const StreamPlan plan{vertices, elements_per_word, strip, depth};
        if (plan.bytes() <= bytes) return plan;
      }
    }
    return std::nullopt;
  }

  /// The whole matrix as it lies in host memory.
  [[nodiscard]] constexpr Layout matrix() const {
    return Layout::whole(vertices, elements_per_word, 1);
  }
  [[nodiscard]] constexpr std::size_t pitch() const { return matrix().pitch(); }

  [[nodiscard]] constexpr std::size_t strips() const {
    return (matrix().row_blocks() + strip - 1) / strip;
  }
  /// The blocks of rows of a strip, of the last one perhaps fewer.
  [[nodiscard]] constexpr BlockRange rows_of(std::size_t number) const {
    const std::size_t blocks = matrix().row_blocks();
    return {std::min(number * strip, blocks), std::min((number + 1) * strip, blocks)};
  }

  /// Rounds and their pivots, counted in strips.
  [[nodiscard]] constexpr Schedule schedule() const { return {strips(), depth}; }

  /// The blocks of a round's pivot.
  [[nodiscard]] constexpr BlockRange pivot(std::size_t round) const {
    const IndexRange pivot_strips = schedule().pivot(round);
    return {rows_of(pivot_strips.begin).begin, rows_of(pivot_strips.end).begin};
  }
  /// The most rows of a pivot.
  [[nodiscard]] constexpr std::size_t most_rows() const {
    return std::min(depth * strip, matrix().row_blocks()) * kBlockRows;
  }
  /// The matrix that pivots are closed in.
  [[nodiscard]] constexpr Layout pivot_layout() const {
    return Layout::whole(most_rows(), elements_per_word, 1);
  }

  /// Words of `rows` rows, and of a left operand of `rows` x most_rows().
  [[nodiscard]] constexpr std::size_t row_words(std::size_t rows) const { return rows * pitch(); }
  [[nodiscard]] constexpr std::size_t packed_words(std::size_t rows) const {
    return rows * most_rows();
  }

  /// Device memory. It holds strips, and the pivot rows of this round, of the next one, and before
  /// they are closed. Left operands are those of two strips, of the next pivot rows and of the
  /// closed pivot. The pivot is there as a matrix, too.
  [[nodiscard]] constexpr std::uint64_t bytes() const {
    const std::size_t rows = most_rows();
    const std::size_t strip_rows = strip * kBlockRows;
    const std::uint64_t words = row_words(3 * rows + kStripsAtOnce * strip_rows) +
                                packed_words(2 * rows + kComputeStreams * strip_rows);
    return words * sizeof(std::uint32_t) + pivot_layout().bytes();
  }
};

}  // namespace apsp::gpu
