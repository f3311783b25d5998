// SPDX-License-Identifier: MIT
// A graph for the program and the tests.
#pragma once

#include <vector>

#include "common/base/random.hpp"
#include "labs/floyd_warshall/floyd_warshall.hpp"

namespace apsp::labs {

/// Numbers of vertices for tests: none, one, and about tiles of 32, 64 and 128.
inline constexpr std::size_t kSampleSizes[] = {0,  1,  2,  5,   31,  32,  33,  63,
                                               64, 65, 96, 100, 127, 128, 129, 257};

/// About eight edges of 1 to 1000 from each of n vertices, none from every sixteenth.
[[nodiscard]] inline std::vector<int> sample_distances(std::size_t n) {
  std::vector<int> matrix(n * n, MinPlus::kZero);
  const RandomKey key(6, n);
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint64_t word = key.word(i * n + j);
      if (i % 16 != 7 && word % n < 8)
        matrix[i * n + j] = 1 + static_cast<int>((word >> 32) % 1000);
    }
    matrix[i * n + i] = 0;
  }
  return matrix;
}

}  // namespace apsp::labs
