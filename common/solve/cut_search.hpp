// SPDX-License-Identifier: MIT
// The search for the core of an elimination, which is closed as a matrix of tiles.
#pragma once

#include <cstddef>

#include "common/core/problem.hpp"
#include "common/solve/machine.hpp"
#include "common/solve/sweep_pace.hpp"
#include "common/sparse/outline.hpp"

namespace apsp {

/// A core, by what sweeps take with it.
struct Cut {
  std::size_t core = 0;
  double seconds = kUnlimited;  // nothing has room
  bool narrow = false;          // there may be a better core, too large for the devices
};

/// The core that takes the least time, of those that there is room for. Looks at a few dozen, each
/// in O(V).
[[nodiscard]] Cut best_cut(const sparse::Outline& outline, const Problem& problem,
                           const Machine& machine, Counting counting);

/// Whether the devices have a say: the rows to the core are large, or it takes much of the time.
[[nodiscard]] bool depends_on_devices(const Cut& cut, std::size_t vertices, const Machine& machine);

}  // namespace apsp
