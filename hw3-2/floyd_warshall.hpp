// SPDX-License-Identifier: MIT
// The rounds of blocked Floyd-Warshall on one device.
#pragma once

#include <cstddef>
#include <functional>

#include "common/gpu/device_matrix.hpp"
#include "common/gpu/layout.hpp"
#include "common/gpu/resources.hpp"
#include "common/schedule.hpp"

namespace apsp::gpu {

struct RoundView;

/// Rounds that the host may be ahead of the device: enough that the device does not wait for a
/// launch when the host is busy elsewhere for a millisecond, few enough that the progress is true
/// and an error is seen soon.
inline constexpr std::size_t kRoundsAhead = 8;

/// Blocks of kPivot vertices in a round's pivot, chosen by measurement: two halve the traffic of
/// the remainder, but their closure is a longer chain of small kernels, which only the remainder of
/// a large matrix hides.
[[nodiscard]] constexpr int pivots_for(std::size_t vertices) {
  return vertices < 8000 ? 1 : 2;
}

/// Closes a matrix in place. Its panels and streams last as long as the object.
template <class Word>
class Closure {
 public:
  explicit Closure(const MatrixView& matrix);

  /// Replaces every element by the length of the shortest path, clipped to infinity. Returns when
  /// the device is done. Calls `advance(round, rounds)` as rounds end.
  void run(const std::function<void(std::size_t, std::size_t)>& advance);

 private:
  [[nodiscard]] RoundView view(std::size_t round) const;
  [[nodiscard]] cudaEvent_t remainder_done(std::size_t round) const {
    return remainder_done_[round % kRoundsAhead].get();
  }
  void first_panels();
  void close_pivot_of(const RoundView& view);
  void frontier_of(const RoundView& view);
  void panels_of(const RoundView& view);
  void remainder_of(const RoundView& view);

  MatrixView matrix_;
  Schedule schedule_;
  DeviceMemory<std::uint32_t> column_panel_[2];  // closed, of even and of odd rounds
  DeviceMemory<std::uint32_t> frontier_panel_;
  DeviceMemory<std::uint32_t> frontier_rows_;
  Stream critical_;   // frontier, pivot, panels: what the next round waits for
  Stream remainder_;  // what fills the device meanwhile
  Event panels_done_[2];
  Event remainder_done_[kRoundsAhead];
};

}  // namespace apsp::gpu
