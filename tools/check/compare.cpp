// SPDX-License-Identifier: MIT
#include "tools/check/compare.hpp"

#include <cstring>

namespace apsp::check {

Findings compare(std::span<const Distance> found, std::span<const Distance> expected,
                 std::size_t vertices) {
  const auto count = [&](std::size_t row) {
    const Distance* const f = found.data() + row * vertices;
    const Distance* const e = expected.data() + row * vertices;
    if (std::memcmp(f, e, vertices * sizeof(Distance)) == 0) return std::size_t{0};
    std::size_t differences = 0;
    for (std::size_t j = 0; j < vertices; ++j) differences += f[j] != e[j];
    return differences;
  };
  const auto keep = [&](std::size_t row, Findings& findings) {
    for (std::size_t j = 0; j < vertices && !findings.full(); ++j) {
      const std::size_t x = row * vertices + j;
      if (found[x] != expected[x]) {
        findings.first.push_back({row, j, found[x], describe(expected[x])});
      }
    }
  };
  return find(vertices == 0 ? 0 : found.size() / vertices, count, keep);
}

}  // namespace apsp::check
