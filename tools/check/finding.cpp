// SPDX-License-Identifier: MIT
#include "tools/check/finding.hpp"

#include <fmt/format.h>

namespace apsp::check {

std::string describe(Distance distance) {
  return distance == kUnreachable ? fmt::format("{} (no path)", distance)
                                  : fmt::to_string(distance);
}

std::string describe(const Finding& finding, std::size_t vertices) {
  return fmt::format("row {}, column {}, byte {}: found {}, expected {}", finding.row,
                     finding.column, (finding.row * vertices + finding.column) * sizeof(Distance),
                     describe(finding.found), finding.expected);
}

}  // namespace apsp::check
