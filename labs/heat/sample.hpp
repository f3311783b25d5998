// SPDX-License-Identifier: MIT
// A plate for the program and the tests.
#pragma once

#include <vector>

#include "common/base/random.hpp"
#include "labs/heat/heat.hpp"

namespace apsp::labs {

/// Warm and cold squares of `square` points a side, each point a little off, so that no two are the
/// same.
[[nodiscard]] inline std::vector<double> sample_plate(Plate plate, std::size_t square) {
  std::vector<double> points(plate.points());
  const RandomKey key(9, plate.columns);
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool warm = (i / plate.columns / square + i % plate.columns / square) % 2 == 1;
    points[i] = (warm ? 80 : 10) + static_cast<double>(key.word(i) >> 32) * 0x1p-28;
  }
  return points;
}

}  // namespace apsp::labs
