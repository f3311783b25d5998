// SPDX-License-Identifier: MIT
#include "tools/check/finding.hpp"

#include <fmt/format.h>

namespace apsp::check {

std::string describe(Distance distance) {
  return distance == kUnreachable ? fmt::format("{} (no path)", distance)
                                  : fmt::to_string(distance);
}

std::string describe(const Finding& finding, const Table& table) {
  const RowSet& rows = table.reversed ? table.columns : table.rows;
  const RowSet& columns = table.reversed ? table.rows : table.columns;
  const std::size_t row = table.reversed ? finding.column : finding.row;
  const std::size_t column = table.reversed ? finding.row : finding.column;
  const auto vertex = [](const RowSet& set, std::size_t n) {
    return set.all() ? "" : fmt::format(" (vertex {})", set.source(n));
  };
  return fmt::format("row {}{}, column {}{}, byte {}: found {}, expected {}", row,
                     vertex(rows, row), column, vertex(columns, column),
                     (row * columns.size() + column) * sizeof(Distance), describe(finding.found),
                     finding.expected);
}

}  // namespace apsp::check
