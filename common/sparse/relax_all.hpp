// SPDX-License-Identifier: MIT
// Relaxations of lengths that follow each other, by vectors.
#pragma once

#include <cstddef>

#include "common/core/distance.hpp"

namespace apsp::sparse {

/// lengths[n] = relax(lengths[n], first, seconds[n]) for `count` of them, which do not overlap.
void relax_all(Distance* lengths, Distance first, const Distance* seconds, std::size_t count);
void relax_all(double* lengths, double first, const double* seconds, std::size_t count);

}  // namespace apsp::sparse
