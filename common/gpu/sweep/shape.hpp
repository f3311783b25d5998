// SPDX-License-Identifier: MIT
// How a sweep is cut for a device: warps of a block, slots of a warp, sources of a batch.
#pragma once

#include <cstddef>

namespace apsp::gpu {

/// What the columns of a batch hold in device memory: see program.hpp.
enum class Columns { kAll, kWays };

/// Warps of a block at most. More hide more latency, and leave each fewer registers and slots.
[[nodiscard]] constexpr std::size_t most_warps(Columns columns) {
  return columns == Columns::kWays ? 16 : 12;
}

/// The room that a device has for sweeps.
struct SweepRoom {
  std::size_t processors;    // a block each
  std::size_t shared_bytes;  // of a block
  std::size_t batch_bytes;   // of device memory for the distances of a batch
};

struct SweepShape {
  std::size_t warps;     // of a block, [1, most_warps()]
  std::size_t blocks;    // of a batch
  std::size_t capacity;  // slots of a warp

  /// Words of a step in a batch.
  [[nodiscard]] std::size_t pitch() const;
};

/// The shape for warps that take `bytes` of device memory each, along an order of which
/// `most_alive` steps outside the core need a slot at a time, and sources that fill `words` words a
/// step. Warps hide the latency of each other, so that slots are left out where few reads miss
/// them. All blocks get the same number of rounds; of ways, one, so that batches are no larger than
/// the device. `room` must have batch_bytes for one warp.
[[nodiscard]] SweepShape shape_for(std::size_t bytes, std::size_t most_alive, std::size_t words,
                                   const SweepRoom& room, Columns columns);

/// Device memory of one warp in a batch of so many rows: warp_bytes(V, V) with Columns::kAll.
[[nodiscard]] std::size_t warp_bytes(std::size_t steps, std::size_t rows);

}  // namespace apsp::gpu
