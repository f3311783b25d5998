// SPDX-License-Identifier: MIT
// Whole rows of a symmetric matrix of which devices hold the window of each row alone: what lies
// outside it is read from the columns of other rows, transposed, also from other devices.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/device/resources.hpp"

namespace apsp::gpu {

/// Shares of a half, at most.
inline constexpr std::size_t kMostHalves = 8;

/// The shares of a half, in any order, in memory that the current device reads.
template <class Word>
struct Halves {
  MatrixView<Word> shares[kMostHalves];
  std::size_t count = 0;
};

/// Fills `rows`, of whole rows, with those of `halves`. Asynchronous; bound by memory.
template <class Word>
void read_whole(const Halves<Word>& halves, const MatrixView<Word>& rows, cudaStream_t stream);

/// Some whole rows of a member's share at a time, in memory of the current device.
template <class Word>
class WholeRows {
 public:
  /// `share` is one of `halves`. Takes the memory of its whole_blocks().
  WholeRows(const Halves<Word>& halves, const Layout& share)
      : halves_(halves),
        share_(share),
        words_(allocate_device<typename Word::Bits>(share.whole_blocks() * kBlockRows *
                                                    share.panel_pitch())) {}

  /// The rows of `blocks` held blocks from `block` on, at most whole_blocks(), fewer at the end.
  /// The rows before are overwritten on `stream`.
  [[nodiscard]] MatrixView<Word> from(std::size_t block, std::size_t blocks, cudaStream_t stream) {
    const Layout layout = layout_from(block, blocks);
    const MatrixView<Word> rows{words_.get(), layout};
    read_whole<Word>(halves_, rows, stream);
    return rows;
  }

  /// The layout of these rows.
  [[nodiscard]] Layout layout_from(std::size_t block, std::size_t blocks) const {
    Layout layout = share_;
    layout.half = false;
    layout.held = {block, std::min(block + blocks, share_.held.end)};
    return layout;
  }

 private:
  Halves<Word> halves_;
  Layout share_;
  DeviceMemory<typename Word::Bits> words_;
};

}  // namespace apsp::gpu
