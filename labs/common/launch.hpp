// SPDX-License-Identifier: MIT
// Where a launch goes: how many blocks it has, and which devices.
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

/// Makes `device` current.
void select_device(int device);

/// Lets devices 0 and 1 reach each other's memory directly, where the machine can. Leaves device 0
/// current.
void enable_peers();

}  // namespace apsp::labs
