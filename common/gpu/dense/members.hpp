// SPDX-License-Identifier: MIT
// The devices of an attempt, as engines see them that share its sources.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>

#include "common/core/batch_queue.hpp"
#include "common/core/row_sink.hpp"
#include "common/gpu/dense/staging.hpp"

namespace apsp::gpu {

/// `each` calls its argument for every member, with its number and the ring of its device, which is
/// current; for several members on threads of their own.
struct Members {
  std::size_t count = 1;
  std::size_t sharing = 1;  // members of one device at most: they share its memory
  std::function<void(const std::function<void(std::size_t, StagingRing&)>&)> each;
};

/// Calls `use(member, batch)` for the batches of a stretch of `queue`. A member takes the next one
/// when it is done with its last, so that a device that is slower, or that others use, takes fewer.
/// An exception abandons `abandoned`, if it is not null.
template <class Use>
void share_out(const Members& team, BatchQueue& queue, RowSink* abandoned, const Use& use) {
  const std::size_t left = queue.left();
  std::atomic<std::size_t> next = 0;
  team.each([&](std::size_t member, StagingRing&) {
    try {
      for (std::size_t index = next++; index < left; index = next++) {
        const std::optional<std::size_t> batch = queue.take(index);
        if (!batch) break;
        use(member, *batch);
      }
    } catch (...) {
      next = left;  // for all
      if (abandoned != nullptr) abandoned->abandon(std::current_exception());
      throw;
    }
  });
}

}  // namespace apsp::gpu
