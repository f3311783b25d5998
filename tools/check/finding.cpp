// SPDX-License-Identifier: MIT
#include "tools/check/finding.hpp"

#include <fmt/format.h>

namespace apsp::check {

std::string describe(Distance distance) {
  return distance == kUnreachable ? fmt::format("{} (no path)", distance)
                                  : fmt::to_string(distance);
}

std::string describe(const Finding& finding, const RowSet& rows) {
  const std::size_t entry = finding.row * rows.vertices() + finding.column;
  const std::string vertex =
      rows.all() ? "" : fmt::format(" (vertex {})", rows.source(finding.row));
  return fmt::format("row {}{}, column {}, byte {}: found {}, expected {}", finding.row, vertex,
                     finding.column, entry * sizeof(Distance), describe(finding.found),
                     finding.expected);
}

}  // namespace apsp::check
