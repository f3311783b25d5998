// SPDX-License-Identifier: MIT
// The numbers that are kept of a row of distances after the row itself is released.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/core/distance.hpp"
#include "common/core/row_set.hpp"
#include "common/rows/histogram.hpp"

namespace apsp {

/// The numbers of one row, without its entry on the diagonal.
struct RowNumbers {
  std::int64_t sum = 0;         // of the distances to the vertices that are reached
  Distance largest = 0;         // of them; meaningless if none is reached
  std::uint32_t reachable = 0;  // number of vertices that are reached

  friend bool operator==(const RowNumbers&, const RowNumbers&) = default;
};

/// An entry that no distance matrix has: not 0 on the diagonal, or no distance at all.
class NoDistance : public Error {
 public:
  NoDistance(std::size_t at_row, std::size_t at_column, Distance entry)
      : NoDistance(at_row, at_column, entry, at_row == at_column) {}

  /// Same, with the position of the column among some.
  NoDistance(std::size_t at_row, std::size_t at_column, Distance entry, bool on_diagonal);

  std::size_t row, column;
  Distance found;
  std::string expected;
};

/// Goes through rows and counts their distances in a histogram of its own. For one thread at a
/// time. Reads each row from memory once; 1.2 MiB of tables, of which short distances touch little.
class RowGatherer {
 public:
  /// `far_room`, at least 4096: long distances that are counted before 32 bits might be too few.
  explicit RowGatherer(std::uint32_t far_room = std::numeric_limits<std::uint32_t>::max());

  /// Returns the numbers of row i, V distances, and counts them, except the diagonal's. O(V).
  /// Throws NoDistance; the row is then counted in part.
  RowNumbers add(std::size_t i, std::span<const Distance> row);

  /// Same as add(), of a row that holds `kUnreachable` but at the vertices of `reached`, each of
  /// which is named once. O(reached). Throws Error(kInternal) for an entry that is no distance.
  RowNumbers add_reached(std::size_t i, std::span<const Distance> row,
                         std::span<const std::int32_t> reached);

  /// Same as add(), of the columns of `targets` alone, one distance each. Those of vertex i are
  /// left out. Throws NoDistance with the position of the column.
  RowNumbers add_targets(std::size_t i, std::span<const Distance> row, const RowSet& targets);

  /// Counts distances that are no single row's, kUnreachable left out. All others lie from `least`
  /// to `largest`, which are among them, or are kUnreachable and -kUnreachable where there is none.
  /// O(distances.size()). Throws Error(kInternal) for bounds that are no distances.
  void count(std::span<const Distance> distances, Distance least, Distance largest);

  /// Same, of narrow distances, with kInfinity of their element for kUnreachable.
  void count(std::span<const std::uint8_t> distances, Distance least, Distance largest);
  void count(std::span<const std::uint16_t> distances, Distance least, Distance largest);

  /// Counts what `other` has counted, which forgets it. O(the bins of its distances).
  void take(RowGatherer& other);

  /// Returns all that was counted.
  [[nodiscard]] const Histogram& histogram();

 private:
  void add_chunk(std::span<const Distance> chunk, RowNumbers& numbers);
  void count_within(std::span<const Distance> chunk, Distance least, Distance largest);
  template <typename Element>
  void count_narrow(std::span<const Element> distances, Distance least, Distance largest);
  [[nodiscard]] bool are_near(Distance least, Distance largest);
  void count_near(std::span<const std::uint16_t> bins, const void* ahead);
  void count_far(std::span<const Distance> chunk);
  void flush();

  Histogram histogram_;
  // Counts that are not yet in the histogram; the entry of "no path" is never read.
  std::vector<std::uint64_t> near_;  // the bins from distance 0 on, in several tables
  std::vector<std::uint32_t> far_;   // all bins
  const std::uint32_t far_room_;
  std::uint32_t far_left_;  // of far_room_ since the last flush
  bool waiting_ = false;    // the tables hold counts
};

/// All that the gatherers of several threads have counted. Each is made by its thread, at its first
/// batch.
[[nodiscard]] Histogram histogram_of(std::span<std::optional<RowGatherer>> gatherers);

}  // namespace apsp
