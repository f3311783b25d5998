// SPDX-License-Identifier: MIT
// An edge as seen from one end.
#pragma once

#include <cstdint>

#include "common/core/distance.hpp"

namespace apsp {

template <typename Weight>
struct ArcOf {
  std::int32_t vertex;  // the other end, [0, V)
  Weight weight;

  friend bool operator==(const ArcOf&, const ArcOf&) = default;
};
using Arc = ArcOf<Distance>;

}  // namespace apsp
