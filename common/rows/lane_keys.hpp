// SPDX-License-Identifier: MIT
// Rows of keys, side by side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/distance.hpp"
#include "common/rows/lane_loops.hpp"

namespace apsp {

/// The keys (see PredecessorGraph) of up to kBatchLanes rows, those of a vertex side by side: lane
/// l of vertex j at [j * kBatchLanes + l]. A key has 8 bits, or 16 as soon as a row needs them. For
/// one thread at a time.
class LaneKeys {
 public:
  static constexpr Distance kLargest = 65534;

  /// Memory is taken by the first row.
  explicit LaneKeys(std::size_t vertices) : vertices_(vertices) {}

  /// Returns the most bytes that it takes.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return vertices * (kBatchLanes + kStaged) * sizeof(std::uint16_t) + 2 * sizeof(Line);
  }

  /// Takes a row of V distances as the next lane. `potentials`: of V vertices, or none: all 0.
  /// Returns false, and takes nothing, where a key is above kLargest. There is a lane free.
  [[nodiscard]] bool add(std::span<const Distance> distances, std::span<const Distance> potentials);

  /// Makes the keys of the lanes that no row has those of no path. Call it before keys().
  void finish();

  /// Takes all rows out. Keys stay wide: the next rows are likely to need that too.
  void clear();

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] Distance largest() const { return largest_; }  // of all rows
  [[nodiscard]] bool wide() const { return wide_; }            // 16 bits

  /// All keys, 64-byte aligned. Key is std::uint16_t where they are wide(), else std::uint8_t.
  template <typename Key>
  [[nodiscard]] const Key* keys() const {
    return reinterpret_cast<const Key*>(keys_.data());
  }

  /// Makes the distances of a row again, after finish().
  void distances(std::size_t row, std::span<const Distance> potentials,
                 std::span<Distance> distances) const;

 private:
  static constexpr std::size_t kStaged = 8;  // rows that go to their lanes together

  /// A cache line of keys.
  struct alignas(64) Line {
    std::array<std::uint16_t, 32> keys;
  };

  template <typename Key>
  [[nodiscard]] Key* staged(std::size_t n) {
    return reinterpret_cast<Key*>(staged_.data()) + n * vertices_;
  }
  void widen();
  template <typename Key>
  void place_staged();

  std::size_t vertices_;
  std::size_t rows_ = 0;
  Distance largest_ = 0;
  bool wide_ = false;
  std::vector<Line> keys_;    // [vertex][lane]
  std::vector<Line> staged_;  // [row][vertex]: rows that have no lanes yet
};

}  // namespace apsp
