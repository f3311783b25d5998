// SPDX-License-Identifier: MIT
// The limit of distances as the elements of a result hold it.
#pragma once

#include <fmt/core.h>

#include <limits>
#include <type_traits>

#include "common/base/error.hpp"

namespace apsp {

/// Returns the limit as an element of floating point rounds it. Throws Error(kUsage).
template <typename Element>
double rounded_limit(double limit) {
  if (!(limit >= 0)) {
    throw Error(Fault::kUsage, fmt::format("limit is {}, expected 0 or more", limit));
  }
  if (std::is_integral_v<Element> ||
      limit > static_cast<double>(std::numeric_limits<Element>::max())) {
    return limit;
  }
  return static_cast<double>(static_cast<Element>(limit));
}

}  // namespace apsp
