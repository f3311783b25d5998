// SPDX-License-Identifier: MIT
// What is kept of a row of distances once the row itself is gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/error.hpp"
#include "common/core/distance.hpp"
#include "common/rows/histogram.hpp"

namespace apsp {

/// Of one row, its entry on the diagonal left out.
struct RowNumbers {
  std::int64_t sum = 0;         // of the distances to the vertices that are reached
  Distance largest = 0;         // of them; of no meaning where none is reached
  std::uint32_t reachable = 0;  // how many are reached

  friend bool operator==(const RowNumbers&, const RowNumbers&) = default;
};

/// An entry that no distance matrix has: not 0 on the diagonal, or no distance at all.
class NoDistance : public Error {
 public:
  NoDistance(std::size_t row, std::size_t column, Distance found);

  std::size_t row, column;
  Distance found;
};

/// Goes through rows and counts their distances in a histogram of its own. For one thread at a
/// time. Reads each row from memory once; 1.7 MiB of tables, of which short distances touch little.
class RowGatherer {
 public:
  RowGatherer();

  /// The numbers of row i, V distances. Counts its distances, but for the diagonal's. O(V). Throws
  /// NoDistance; the row is then counted in part.
  RowNumbers add(std::size_t i, std::span<const Distance> row);

  /// All that was counted.
  [[nodiscard]] const Histogram& histogram();

 private:
  void add_piece(std::span<const Distance> piece, RowNumbers& numbers);
  void count_near(std::span<const Distance> piece);
  void count_far(std::span<const Distance> piece);
  void flush();

  Histogram histogram_;
  // What is not yet in the histogram, "no path" in a place of its own that nobody looks at.
  std::vector<std::uint64_t> near_;  // the bins from distance 0 on, in several tables
  std::vector<std::uint64_t> far_;   // all bins
};

}  // namespace apsp
