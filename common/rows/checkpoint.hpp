// SPDX-License-Identifier: MIT
// The file in which a run keeps what is done of a summary, for a later run that goes on from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/core/problem.hpp"
#include "common/rows/histogram.hpp"
#include "common/rows/row_gatherer.hpp"

namespace apsp {

/// All that decides the numbers of the wanted rows. Not the method nor the machine, which change
/// none of them.
struct Question {
  std::string version;  // of the project, at most 24 bytes
  std::uint64_t vertices, edges;
  std::uint64_t graph;    // a hash of the edges, in their order
  std::uint64_t rows;     // that are wanted
  std::uint64_t sources;  // a hash of their sources, in their order
  std::uint64_t undirected;
  std::uint64_t limit;

  friend bool operator==(const Question&, const Question&) = default;
};

/// The question of a problem as it was asked for, whose graph has a list of edges. O(E + R).
[[nodiscard]] Question question_of(const Problem& asked);

/// The rows of a problem that are done, by either of two ways. Whole rows come by themselves. Where
/// distances are symmetric, all pairs of some rows may come at once, each for both of its ends.
/// These rows are then closed, and others are left with pairs of open rows alone.
struct KeptRows {
  explicit KeptRows(std::size_t rows) : done(rows), closed(rows), numbers(rows) {}

  std::vector<bool> done;           // of each wanted row
  std::vector<bool> closed;         // likewise; closed rows are done
  std::vector<RowNumbers> numbers;  // likewise, of the pairs that have come
  Histogram histogram = {};         // of these together

  /// Whether some rows are closed.
  [[nodiscard]] bool any_closed() const;

  [[nodiscard]] std::size_t count() const;
};

/// The bytes of the file: the question, the counts that are not 0, two bits for each wanted row,
/// the numbers that have come, and a checksum. The bits say whether it is done and closed. At most
/// 17 R bytes and 1 MiB.
[[nodiscard]] std::string checkpoint_bytes(const Question& question, const KeptRows& kept);

/// Reads these bytes. Throws Error(kInput) where they are those of another question or version, are
/// cut short or have changed. The message has the offset, what was found and what was expected.
/// `name`: that of the file, for messages.
[[nodiscard]] KeptRows read_checkpoint(std::span<const std::byte> bytes, const Question& question,
                                       const std::string& name);

}  // namespace apsp
