// SPDX-License-Identifier: MIT
// Numbers of rows that follow each other, on their way to a sink.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "common/core/outputs.hpp"
#include "common/rows/row_gatherer.hpp"

namespace apsp {

/// Puts the numbers of the rows from `first_row` on.
inline void put_numbers_from(std::size_t first_row, std::span<const RowNumbers> numbers,
                             const Histogram& histogram, NumbersSink& sink) {
  std::vector<std::int32_t> rows(numbers.size());
  std::iota(rows.begin(), rows.end(), static_cast<std::int32_t>(first_row));
  sink.put_numbers(rows, numbers, histogram);
}

}  // namespace apsp
