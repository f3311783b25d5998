// SPDX-License-Identifier: MIT
// The shares of rows that devices hold: index arithmetic alone, tested without a device.
//
// A block of rows costs the same in every round: one product for each of its tiles, be it in the
// remainder, the lookahead or a panel. The owner of the pivot also closes it, which keeps one of a
// device's hundred processors busy beside the remainder. So equal numbers of rows are equal work,
// in any order of the pivots. Shares are contiguous: a share lies in a device's memory as it lies
// in the matrix, or of a half as layout.hpp says. A pivot never spans two devices.
#pragma once

#include <cstddef>
#include <vector>

#include "common/core/schedule.hpp"
#include "common/gpu/product/layout.hpp"

namespace apsp::gpu {

/// Returns the blocks of rows that each of at most `devices` devices holds: contiguous, in order,
/// every block once, none empty, whole pivots of `schedule`. No two differ by more than one pivot.
/// Fewer ranges than devices where there are fewer pivots. The last ranges are the larger ones,
/// because the last pivot may be a short one. O(devices).
[[nodiscard]] std::vector<BlockRange> partition(const Schedule& schedule, std::size_t devices);

/// Returns, for each round of `schedule`, the number of the range in `shares` that its pivot lies
/// in.
[[nodiscard]] std::vector<std::size_t> owners(const Schedule& schedule,
                                              const std::vector<BlockRange>& shares);

/// The devices of a solve, of which this process drives some.
struct Lineup {
  std::vector<std::size_t> devices;  // of each member of the solve; members of one number share it
  std::size_t first = 0;             // the number of this process's first member

  [[nodiscard]] std::size_t members() const { return devices.size(); }
  /// Different devices.
  [[nodiscard]] std::size_t distinct() const;
  /// Members of one device, at most.
  [[nodiscard]] std::size_t most_sharing() const;
};

/// The layout of each member's share of V rows, words of so many elements; fewer than members where
/// there are fewer pivots. `half`: shares of whole squares, the windows of their rows alone.
[[nodiscard]] std::vector<Layout> layouts_for(std::size_t vertices, int elements_per_word,
                                              std::size_t members, bool half = false);

/// Same, of words as `Word` is.
template <class Word>
[[nodiscard]] std::vector<Layout> layouts_for(std::size_t vertices, std::size_t members,
                                              bool half) {
  std::vector<Layout> layouts = layouts_for(vertices, Word::kElements, members, half);
  for (Layout& layout : layouts) layout.word_bytes = sizeof(typename Word::Bits);
  return layouts;
}

}  // namespace apsp::gpu
