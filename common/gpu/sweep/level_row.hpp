// SPDX-License-Identifier: MIT
// Apart from core_levels.hpp, because kernels read it.
#pragma once

#include <cstdint>

namespace apsp::gpu {

/// A step outside the core, and its higher neighbours: [begin, end) of the lists of CoreLevels.
struct LevelRow {
  std::uint32_t step;
  std::uint32_t begin, end;
};

}  // namespace apsp::gpu
