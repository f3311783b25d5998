// SPDX-License-Identifier: MIT
// Heat on a plate whose edges keep their temperature: in each step an inner point becomes the mean
// of its four neighbours (the Jacobi iteration for the Laplace equation).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "labs/common/semiring.hpp"

namespace apsp::labs {

/// Points of a plate, edges included; row-major.
struct Plate {
  std::size_t rows;
  std::size_t columns;

  [[nodiscard]] APSP_BOTH_SIDES std::size_t points() const { return rows * columns; }
};

/// The mean, in an order that is part of the result: with it all programs give the same bits.
[[nodiscard]] inline APSP_BOTH_SIDES double mean_of(double up, double down, double left,
                                                    double right) {
  return 0.25 * (up + down + left + right);
}

/// The plate after `steps` steps, by all threads of the processor. O(points x steps).
[[nodiscard]] std::vector<double> diffuse_on_cpu(Plate plate, std::vector<double> start,
                                                 std::size_t steps);

/// Operands of the device: `first` and `second` are room for points() each, with any content.
struct HeatOperands {
  Plate plate;
  std::size_t steps;
  const double* start;
  double* first;
  double* second;
};

struct HeatStep {
  std::string_view name;
  /// Enqueues the steps; returns where the plate will be: `start`, `first` or `second`.
  const double* (*enqueue)(const HeatOperands& operands);
  /// Times that the plate is read and written.
  std::size_t (*passes)(std::size_t steps);
};

/// The ladder, slowest first.
[[nodiscard]] std::span<const HeatStep> heat_steps();

/// The most steps that one launch of the last rung takes: a point depends on so many rows and
/// columns around it.
inline constexpr std::size_t kStepsPerLaunch = 4;

/// Enqueues `count` <= kStepsPerLaunch steps from `from` to `to` in one launch, on the current
/// device.
void enqueue_several_steps(Plate plate, std::size_t count, const double* from, double* to);

}  // namespace apsp::labs
