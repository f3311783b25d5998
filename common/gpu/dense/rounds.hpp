// SPDX-License-Identifier: MIT
// The steps of a round on one device, each enqueued by one call; round_loop.hpp says in which
// order, on which streams and after which events.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/schedule.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/device/resources.hpp"

namespace apsp::gpu {

struct RoundView;

/// The panels of a matrix (all its rows, or a device's share) and the kernels that work on them,
/// which rounds.cuh describes. Every call is asynchronous and for the current device.
///
/// Before the rounds, first_panel(0). Then round r's row and column panel are made by
///   frontier(r), r > 0        from the closed panels of round r - 1
///   close_pivot(r), row_panel(r)  where the device owns the pivot's rows; else they are brought to
///                             incoming_rows(r) from where they were closed
///   column_panel(r)           needs the closed rows
/// and remainder(r) takes everything else through them. panels(r) is row_panel and column_panel at
/// once.
template <class Word>
class Rounds {
 public:
  explicit Rounds(const MatrixView& matrix);

  [[nodiscard]] std::size_t count() const { return schedule_.rounds(); }
  /// Whether the device holds the rows of round `round`'s pivot.
  [[nodiscard]] bool owns(std::size_t round) const {
    return matrix_.layout.held.contains(schedule_.pivot(round).begin);
  }
  /// The closed rows of round `round`'s pivot, rows a pitch apart, and their words. Stay as they
  /// are until column_panel(round + 1), at the owner of the rows, or until round + 2, elsewhere.
  [[nodiscard]] const std::uint32_t* closed_rows(std::size_t round) const;
  [[nodiscard]] std::size_t row_words(std::size_t round) const {
    return schedule_.pivot(round).size() * kPivot * matrix_.layout.pitch();
  }
  /// Where the rows of a pivot that the device does not own come to. Also used by the frontier of a
  /// pivot that it owns.
  [[nodiscard]] std::uint32_t* incoming_rows(std::size_t round) const {
    return row_panel_[round % row_panel_.size()].get();
  }

  void first_panel(cudaStream_t stream);
  void frontier(std::size_t round, cudaStream_t stream);
  void close_pivot(std::size_t round, cudaStream_t stream);
  void row_panel(std::size_t round, cudaStream_t stream);
  void column_panel(std::size_t round, cudaStream_t stream);
  void panels(std::size_t round, cudaStream_t stream);
  void remainder(std::size_t round, cudaStream_t stream);

 private:
  [[nodiscard]] RoundView view_before(std::size_t round) const;

  MatrixView matrix_;
  Schedule schedule_;
  DeviceMemory<std::uint32_t> column_panel_[2];  // closed, of even and of odd rounds
  DeviceMemory<std::uint32_t> frontier_panel_;
  std::vector<DeviceMemory<std::uint32_t>> row_panel_;
};

}  // namespace apsp::gpu
