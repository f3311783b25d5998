// SPDX-License-Identifier: MIT
// The places that a solve delivers its results to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "common/core/compressed_rows.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

class Histogram;
struct RowNumbers;

/// Receives the numbers of rows in place of the rows, from a solver whose rows lie far away.
class NumbersSink {
 public:
  virtual ~NumbersSink() = default;

  /// Takes the numbers of `rows`, one each, and the histogram of them all together, both without
  /// the diagonal. The histogram was made to cover() exactly their least and their largest
  /// distance, so that its bins are those of every other solver. Any thread.
  virtual void put_numbers(std::span<const std::int32_t> rows, std::span<const RowNumbers> numbers,
                           const Histogram& histogram) = 0;

  /// Whether it keeps what has come for a run that may end early. False: to put all numbers at the
  /// end will do. Constant.
  [[nodiscard]] virtual bool keeps() const { return false; }

  /// Whether the numbers that are there are to be put soon. Any thread, after each batch.
  [[nodiscard]] virtual bool due() { return false; }
};

/// Keeps the numbers of rows of symmetric distances from a solver that finds each pair once.
class MirroredSink : public NumbersSink {
 public:
  /// Takes what `rows` add to the numbers of all wanted rows: every pair of wanted rows with an end
  /// in `rows` that did not come before. It is counted for both ends. `added`
  /// has an entry for each wanted row, the histogram both directions. One thread at a time.
  virtual void put_mirrored(std::span<const std::int32_t> rows, std::span<const RowNumbers> added,
                            const Histogram& histogram) = 0;
};

/// Receives the predecessors of rows from a solver that makes them itself.
class PredecessorRows {
 public:
  virtual ~PredecessorRows() = default;

  /// Whether rows wait in it for earlier ones.
  [[nodiscard]] virtual bool in_order() const = 0;

  /// Returns the edges by destination, ascending by weight: all that weigh `reach` or less, and
  /// none from a vertex to itself. No weight is negative.
  [[nodiscard]] virtual std::shared_ptr<const CompressedRows<Arc>> arcs_into(
      Distance reach) const = 0;

  /// Takes the V predecessors of a row, before the row itself is put. Any thread. Throws what the
  /// sink of predecessors throws.
  virtual void put_predecessors(std::size_t row, std::span<const std::int32_t> predecessors) = 0;
};

/// Each of the wanted rows goes to one of the two, once, under its number in the RowSet.
struct Outputs {
  RowSink& rows;

  /// Not null: the numbers of a row serve as well as the row. Solvers may put either.
  NumbersSink* numbers = nullptr;

  /// Not null: predecessors are wanted too. Solvers may put those of any rows; the others are found
  /// when their row is put.
  PredecessorRows* predecessors = nullptr;

  /// Not null: solvers may put all rows there in place of the other two. No vertex has two rows.
  MirroredSink* mirrored = nullptr;
};

}  // namespace apsp
