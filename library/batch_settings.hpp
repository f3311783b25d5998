// SPDX-License-Identifier: MIT
// The numbers of BatchSettings as the elements of a result hold them.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <optional>

#include "apsp/batch.hpp"
#include "library/batch_readers.hpp"

namespace apsp {

/// Returns what stands for no path. Throws Error(kUsage).
template <typename Element>
Element checked_fill(const std::optional<double>& fill) {
  if (!fill) return kNoPath<Element>;
  constexpr auto kLeast = static_cast<double>(std::numeric_limits<Element>::lowest());
  constexpr auto kMost = static_cast<double>(std::numeric_limits<Element>::max());
  if constexpr (kIsInteger<Element>) {
    if (!(*fill >= kLeast && *fill <= kMost && std::floor(*fill) == *fill)) {
      refuse(fmt::format("fill is {}, expected an integer from {} to {}", *fill, kLeast, kMost));
    }
  } else if (std::isfinite(*fill) && (*fill < kLeast || *fill > kMost)) {
    refuse(fmt::format("fill is {}, expected {} to {}, an infinity or NaN", *fill, kLeast, kMost));
  }
  // -0.0 becomes 0.0, as kernels make it whose vectors add it to 0.
  return static_cast<Element>(static_cast<Element>(*fill) + Element{0});
}

}  // namespace apsp
