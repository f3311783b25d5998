// SPDX-License-Identifier: MIT
// A batch whose matrices lie in the memory of a GPU.
#pragma once

#include <cstddef>
#include <cstdint>

#include "apsp/device_matrix.hpp"

namespace apsp {

/// B graphs of up to N vertices, and the memory of their distances. All of it is checked.
struct DeviceBatchProblem {
  DeviceBatch graphs;
  DeviceRows distances;
  double fill = 0;               // stands for no path; the element of the distances holds it
  double limit = 0;              // the largest length that counts as a path
  bool zero_is_no_edge = false;  // beside the diagonal
  bool both_ways = false;        // each edge leads both ways
};

/// The first place of a batch that leaves it without an answer: of the smallest graph, then of the
/// first element of its matrix.
struct BatchMisfit {
  enum class Kind : std::uint8_t {
    kNone,      // there is none
    kWeight,    // an integer that is no weight
    kNegative,  // a cycle of negative length through the vertex of `row`
    kLength,    // a length that the elements of the distances do not hold
  };

  Kind kind = Kind::kNone;
  std::size_t graph = 0;
  std::size_t row = 0;
  std::size_t column = 0;
  std::int64_t integer = 0;  // the weight or length; where weights are no integers, `real` is it
  double real = 0;
};

}  // namespace apsp
