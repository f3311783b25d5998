// SPDX-License-Identifier: MIT
// A problem whose matrices lie in the memory of a GPU.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "apsp/device_matrix.hpp"
#include "common/core/row_set.hpp"
#include "common/core/width.hpp"

namespace apsp {

/// V x V weights, and the rows of distances that are wanted.
struct DeviceProblem {
  DeviceWeights weights;
  RowSet wanted;
  DeviceRows rows;
  bool both_ways = false;       // each edge leads both ways
  Arithmetic width = {};        // nothing: the narrowest that is exact
  std::optional<int> gpu = {};  // that the memory must be of
};

/// Bytes of an element.
[[nodiscard]] constexpr std::size_t bytes_of(Element element) {
  switch (element) {
    case Element::kFloat64:
    case Element::kInt64:
      return 8;
    case Element::kFloat32:
    case Element::kInt32:
      return 4;
    case Element::kUint16:
      return 2;
    case Element::kUint8:
      return 1;
  }
  return 1;
}

}  // namespace apsp
