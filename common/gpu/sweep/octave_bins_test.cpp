// SPDX-License-Identifier: MIT
// Bins whose width doubles from octave to octave.
#include "common/gpu/sweep/octave_bins.hpp"

#include <algorithm>
#include <cstdint>

#include "common/core/width.hpp"
#include "common/testing/catch.hpp"

namespace apsp::gpu {
namespace {

TEST_CASE("every distance has an octave bin, within those of any histogram that needs it") {
  for (const int widening : {0, 1, 5, 14}) {
    const OctaveBins octaves{widening};
    std::size_t before = 0;
    for (std::int64_t distance = 0; distance < kUnreachable; distance += 1 + distance / 100'000) {
      const std::size_t bin = octaves.index(static_cast<std::uint32_t>(distance));
      const std::int64_t lower = octaves.lower(bin), width = octaves.lower(bin + 1) - lower;
      const std::int64_t largest = std::max(distance, std::int64_t{Bins::kCount - 1} << widening);
      const Bins bins = Bins::covering(0, static_cast<Distance>(largest));
      if (bin < before || lower > distance || lower + width <= distance || lower % width != 0 ||
          (largest < kUnreachable && width > bins.width())) {
        FAIL(distance << " is in bin " << bin << ", widening " << widening);
      }
      before = bin;
    }
    REQUIRE(octaves.index(kUnreachable - 1) < OctaveBins::kCount);
  }
}

}  // namespace
}  // namespace apsp::gpu
