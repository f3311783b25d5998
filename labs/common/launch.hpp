// SPDX-License-Identifier: MIT
// Grid sizes: how many blocks a launch has.
#pragma once

#include <cstddef>

namespace apsp::labs {

/// Blocks of `per_block` elements that hold `count` elements; 0 for none.
[[nodiscard]] constexpr std::size_t blocks_for(std::size_t count, std::size_t per_block) {
  return count / per_block + (count % per_block != 0 ? 1 : 0);
}

/// Multiprocessors of the current device.
[[nodiscard]] unsigned processors();

/// Bytes of shared memory that a block of the current device may ask for.
[[nodiscard]] int shared_bytes();

}  // namespace apsp::labs
