// SPDX-License-Identifier: MIT
// The source from which a device takes the closed rows of a pivot that it does not own.
#pragma once

#include <cstddef>

namespace apsp::gpu {

/// The ways of closed rows from their owner to the others.
enum class Route {
  kDirect,  // from the owner: one step; the owner's link carries the rows once for each device
  kChain,   // from the device before it, counted from the owner: every link carries them once
};

/// The device that `device`, not the owner, takes the rows of `owner` from. `devices` > 1.
[[nodiscard]] constexpr std::size_t source_of(Route route, std::size_t devices, std::size_t owner,
                                              std::size_t device) {
  return route == Route::kDirect ? owner : (device + devices - 1) % devices;
}

}  // namespace apsp::gpu
