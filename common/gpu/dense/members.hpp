// SPDX-License-Identifier: MIT
// The devices of an attempt, as engines see them that share its sources.
#pragma once

#include <cstddef>
#include <functional>

#include "common/gpu/dense/staging.hpp"

namespace apsp::gpu {

/// `each` calls its argument for every member, with its number and the ring of its device, which is
/// current; for several members on threads of their own.
struct Members {
  std::size_t count = 1;
  std::size_t sharing = 1;  // members of one device at most: they share its memory
  std::function<void(const std::function<void(std::size_t, StagingRing&)>&)> each;
};

}  // namespace apsp::gpu
