// SPDX-License-Identifier: MIT
// The second transfer of a round on a symmetric matrix whose window several devices share. The
// owner of the pivot has the row panel in its window alone; the other columns are what the devices
// whose rows have the pivot in theirs have computed as a column panel. Each takes them from all.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "common/core/schedule.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/team/milestones.hpp"

namespace apsp::gpu {

/// A row panel in device memory.
struct PanelRows {
  std::uint32_t* words;
  std::size_t pitch;  // words from one row to the next
  std::size_t rows;
};

/// The transfers of one solve among members of one process, which read each other's memory. Each
/// calls join() once, from its own thread and with its device current, and gather() for each round.
///
/// Panels of even and of odd rounds need buffers of their own, and no more. A member's stream waits
/// in each round for the columns of all others, who have the panels of the round before by then: so
/// it does not write the next panel before all have taken the one that lies there.
class PanelGather {
 public:
  PanelGather(std::size_t members, std::size_t rounds);

  void join(std::size_t member);

  /// Offers the member's columns of `panel`, which lie there once `stream` has got here, and makes
  /// `stream` fetch those of each other member: columns_of(other), macro-tiles. Throws Stopped, and
  /// the failure of another thread.
  void gather(std::size_t member, std::size_t round, const PanelRows& panel,
              const std::function<std::vector<IndexRange>(std::size_t)>& columns_of,
              cudaStream_t stream);

  /// Ends the waiting of all threads: a member has failed.
  void stop() { ready_.stop(); }

  /// Bytes that `member` received. After its last round.
  [[nodiscard]] std::size_t bytes_fetched(std::size_t member) const {
    return members_[member].bytes;
  }

 private:
  struct Member {
    std::vector<Event> ready;  // its columns of each round
    const std::uint32_t* rows[2] = {};
    std::size_t bytes = 0;
  };

  std::size_t rounds_;
  std::vector<Member> members_;
  Milestones ready_;
};

}  // namespace apsp::gpu
