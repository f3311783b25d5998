// SPDX-License-Identifier: MIT
#include "tools/check/compare.hpp"

#include <cstring>

namespace apsp::check {

Findings compare(std::span<const Distance> found, std::span<const Distance> expected,
                 std::size_t columns) {
  const auto count = [&](std::size_t row) {
    const Distance* const f = found.data() + row * columns;
    const Distance* const e = expected.data() + row * columns;
    if (std::memcmp(f, e, columns * sizeof(Distance)) == 0) return std::size_t{0};
    std::size_t differences = 0;
    for (std::size_t j = 0; j < columns; ++j) differences += f[j] != e[j];
    return differences;
  };
  const auto keep = [&](std::size_t row, Findings& findings) {
    for (std::size_t j = 0; j < columns && !findings.full(); ++j) {
      const std::size_t x = row * columns + j;
      if (found[x] != expected[x]) {
        findings.first.push_back({row, j, found[x], describe(expected[x])});
      }
    }
  };
  return find(columns == 0 ? 0 : found.size() / columns, count, keep);
}

}  // namespace apsp::check
