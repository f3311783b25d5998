// SPDX-License-Identifier: MIT
// One plate on two GPUs: each has half of the rows, and a halo of the other's that they exchange.
#pragma once

#include <array>
#include <vector>

#include "common/gpu/device/resources.hpp"
#include "labs/heat/heat.hpp"

namespace apsp::labs {

class HeatPair {
 public:
  /// Takes devices 0 and 1; the current device is 0 before and after each call. The plate has at
  /// least 2 kStepsPerLaunch rows.
  HeatPair(Plate plate, const std::vector<double>& start);

  /// Enqueues the steps. An event that device 0 records later waits for both devices.
  void enqueue(std::size_t steps);

  /// The plate after the steps that were enqueued last.
  [[nodiscard]] std::vector<double> result() const;

 private:
  /// Rows [begin, end) of the plate are a device's own, [low, high) those that it holds.
  struct Part {
    std::size_t begin;
    std::size_t end;
    std::size_t low;
    std::size_t high;
    gpu::DeviceMemory<double> start;
    std::array<gpu::DeviceMemory<double>, 2> rows;
  };

  /// The address of row `row` of the plate in a part's memory.
  [[nodiscard]] double* row_of(const Part& part, double* rows, std::size_t row) const;
  void exchange(int turn);

  Plate plate_;
  std::array<Part, 2> parts_;
  int last_ = -1;  // which of a part's rows hold the result; -1: its start
};

}  // namespace apsp::labs
