// SPDX-License-Identifier: MIT
// The panels of a matrix on one device, and the steps of its rounds by number. round_loop.hpp has
// their order, streams and events.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/schedule.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/round_steps.hpp"
#include "common/gpu/dense/symmetry.hpp"
#include "common/gpu/device/resources.hpp"

namespace apsp::gpu {

/// The rounds of a matrix (all its rows, or a device's share): owns the panels, and enqueues the
/// steps of round_steps.hpp on them. Every call is asynchronous and for the current device.
///
/// Before the rounds, first_panel(). Then these make round r's row and column panel:
///   lookahead(r), r > 0           from the closed panels of round r - 1
///   close_pivot(r), row_panel(r)  where the device owns the pivot's rows; else incoming_rows(r)
///                                 receives them from their owner
///   column_panel(r)               needs the closed rows
/// and remainder(r) takes everything else through them. panels(r) is row_panel, column_panel and
/// where the matrix is symmetric complete_panels at once.
template <class Word>
class Rounds {
 public:
  using Bits = typename Word::Bits;

  explicit Rounds(const MatrixView<Word>& matrix);

  [[nodiscard]] std::size_t count() const { return schedule_.rounds(); }
  [[nodiscard]] const MatrixView<Word>& matrix() const { return matrix_; }

  /// Whether the next rounds are those of a symmetric matrix: then they take its window, and after
  /// column_panel(r) comes complete_panels(r). Of a half they always do.
  void use_symmetry(bool symmetric);
  [[nodiscard]] bool symmetric() const { return symmetric_; }
  /// From here on `*negative`, kNoVertex before, takes a vertex of a negative cycle: PivotBlock.
  void watch(std::uint32_t* negative) { negative_ = negative; }
  /// Whether the device holds the rows of round `round`'s pivot.
  [[nodiscard]] bool owns(std::size_t round) const {
    return matrix_.layout.held.contains(schedule_.pivot(round).begin);
  }
  /// The closed rows of round `round`'s pivot, rows a panel's pitch apart, and their words. They
  /// change with column_panel(round + 1) at their owner, with round + 2 elsewhere and where the
  /// matrix is symmetric.
  [[nodiscard]] Bits* closed_rows(std::size_t round) const;
  [[nodiscard]] std::size_t row_words(std::size_t round) const {
    return matrix_.layout.row_words(round);
  }
  /// The buffer for the rows of a pivot that the device does not own, of a symmetric matrix for
  /// those of every pivot. Else the lookahead of a pivot that it owns uses the same one.
  [[nodiscard]] Bits* incoming_rows(std::size_t round) const {
    return row_panel_[row_panel_.size() == 1 ? 0 : round % 2].get();
  }
  /// The macro-tile columns of closed_rows(round) of a symmetric matrix that complete_panels()
  /// fills on the device that holds the rows `held`.
  [[nodiscard]] std::vector<IndexRange> completed_columns(std::size_t round, BlockRange held) const;

  void first_panel(cudaStream_t stream);
  void lookahead(std::size_t round, cudaStream_t stream) {
    gpu::lookahead<Word>(view_before(round), stream);
  }
  void close_pivot(std::size_t round, cudaStream_t stream) {
    gpu::close_pivot<Word>(view_before(round), stream);
  }
  void row_panel(std::size_t round, cudaStream_t stream) {
    gpu::row_panel<Word>(view_before(round), stream);
  }
  void column_panel(std::size_t round, cudaStream_t stream) {
    gpu::column_panel<Word>(view_before(round), stream);
  }
  void panels(std::size_t round, cudaStream_t stream) {
    gpu::panels<Word>(view_before(round), stream);
    if (symmetric_) complete_panels(round, stream);
  }
  void complete_panels(std::size_t round, cudaStream_t stream) {
    gpu::complete_panels<Word>(view_before(round), stream);
  }
  void remainder(std::size_t round, cudaStream_t stream) {
    gpu::remainder<Word>(view_before(round + 1), stream);
  }

 private:
  /// The operands of the steps that make pivot and panels of round `round`, and of the remainder of
  /// the round before.
  [[nodiscard]] RoundView<Word> view_before(std::size_t round) const;

  MatrixView<Word> matrix_;
  Schedule schedule_;
  bool symmetric_ = false;
  std::uint32_t* negative_ = nullptr;
  DeviceMemory<Bits> column_panel_[2];  // closed, of even and of odd rounds
  DeviceMemory<Bits> lookahead_panel_;
  std::vector<DeviceMemory<Bits>> row_panel_;
};

}  // namespace apsp::gpu
