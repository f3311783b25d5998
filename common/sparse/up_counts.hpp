// SPDX-License-Identifier: MIT
// The size of an elimination: all that its time and that of sweeps depend on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace apsp::sparse {

struct UpCounts {
  /// Higher neighbours of a position.
  struct Ups {
    std::int32_t all;
    std::int32_t core;  // those in the core
  };

  std::vector<Ups> ups;  // of each position outside the core
  std::size_t core = 0;  // vertices of the core

  /// Positions outside the core that have ways which only rise to as many core vertices.
  struct Reach {
    std::int32_t core;
    std::int32_t positions;
  };

  std::vector<Reach> reaches;  // of all positions outside the core

  [[nodiscard]] std::size_t vertices() const { return ups.size() + core; }

  /// Pairs of a position outside the core and a higher neighbour.
  [[nodiscard]] double fill() const {
    return std::accumulate(ups.begin(), ups.end(), 0.0,
                           [](double sum, const Ups& of) { return sum + of.all; });
  }
};

}  // namespace apsp::sparse
