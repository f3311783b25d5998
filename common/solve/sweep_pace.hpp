// SPDX-License-Identifier: MIT
// How long elimination and sweeps take.
#pragma once

#include <cstddef>

#include "common/core/width_choice.hpp"
#include "common/solve/machine.hpp"
#include "common/sparse/up_counts.hpp"

namespace apsp {

/// What sweeps do with distances.
struct Counting {
  bool alone = false;      // they are counted, and leave nowhere
  bool symmetric = false;  // they are alike both ways
  double reached = 1;      // share of the vertices that a batch of sources reaches
};

/// How long sweeps from `rows` sources take on one device; for several, all of them together.
[[nodiscard]] Pace sweep_pace(const sparse::UpCounts& counts, std::size_t rows,
                              const Machine& machine, Counting counting = {});

}  // namespace apsp
