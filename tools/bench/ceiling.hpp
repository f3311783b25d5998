// SPDX-License-Identifier: MIT
// The ceilings of this machine: relaxes per second between registers alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/width.hpp"

namespace apsp::bench {

struct Ceiling {
  std::string_view isa;
  Width width;
  double relaxes_per_second;  // of all threads together
};

/// Names of the instruction sets that are known, on any processor, narrowest first.
[[nodiscard]] std::vector<std::string> known_isas();

/// Measures every instruction set and width that runs here, or only `isa` and `width` where they
/// are given. Uses OpenMP's default number of threads. Each figure is the best of many short runs,
/// and takes about a fifth of a second. Throws Error(kUsage) where `isa` does not run here.
[[nodiscard]] std::vector<Ceiling> measure_ceilings(std::string_view isa, Arithmetic width);

/// Returns the same figure for floating-point elements of `bytes`, 4 or 8.
[[nodiscard]] double measure_real_ceiling(std::string_view isa, std::size_t bytes);

}  // namespace apsp::bench
