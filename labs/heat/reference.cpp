// SPDX-License-Identifier: MIT
#include "labs/heat/heat.hpp"

namespace apsp::labs {

std::vector<double> diffuse_on_cpu(Plate plate, std::vector<double> start, std::size_t steps) {
  if (plate.rows < 3 || plate.columns < 3) return start;  // all points are edges
  std::vector<double> next = start;                       // the edges, which no step changes
  const std::size_t columns = plate.columns;
  for (std::size_t step = 0; step < steps; ++step) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 1; i < plate.rows - 1; ++i) {
      const double* above = start.data() + (i - 1) * columns;
      const double* row = above + columns;
      const double* below = row + columns;
      for (std::size_t j = 1; j < columns - 1; ++j) {
        next[i * columns + j] = mean_of(above[j], below[j], row[j - 1], row[j + 1]);
      }
    }
    start.swap(next);
  }
  return start;
}

}  // namespace apsp::labs
