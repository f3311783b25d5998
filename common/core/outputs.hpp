// SPDX-License-Identifier: MIT
// The places that a solve delivers its results to.
#pragma once

#include <cstddef>
#include <span>

#include "common/core/row_sink.hpp"

namespace apsp {

class Histogram;
struct RowNumbers;

/// Receives the numbers of rows in place of the rows, from a solver whose rows lie far away.
class NumbersSink {
 public:
  virtual ~NumbersSink() = default;

  /// Takes the numbers of each row from `first_row` on, and the histogram of them all together,
  /// both without the diagonal. The histogram was made to cover() exactly their least and their
  /// largest distance, so that its bins are those of every other solver. Any thread.
  virtual void put_numbers(std::size_t first_row, std::span<const RowNumbers> rows,
                           const Histogram& histogram) = 0;
};

/// Each of the wanted rows goes to one of the two, once, under its number in the RowSet.
struct Outputs {
  RowSink& rows;

  /// Not null: the numbers of a row serve as well as the row. Solvers may put either.
  NumbersSink* numbers = nullptr;
};

}  // namespace apsp
