// SPDX-License-Identifier: MIT
// Transfers of closed pivot rows from the device that owns them to all others.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/gpu/device/resources.hpp"
#include "hw3-3/milestones.hpp"
#include "hw3-3/route.hpp"

namespace apsp::gpu {

/// The way that rows cross.
struct Crossing {
  Route route = Route::kDirect;
  bool peers = true;  // false: through pinned host memory even where devices reach each other
};

/// The transfers of one solve among `devices` (CUDA's numbers, one a member; a number may occur
/// twice). Every member calls join() once, from its own thread and with its device current. It then
/// calls for each round offer(), if it owns the pivot, or fetch(), and retire() for the round
/// before.
///
/// A member takes the rows itself, on a stream of its own, from the device that the route names.
/// Arrival is an event on its stream. A thread waits for the source's thread only until that has
/// recorded that the rows lie there. Where the two devices cannot reach each other's memory, the
/// owner posts the rows in pinned host memory, a chunk at a time, and the member takes them there.
class Exchange {
 public:
  /// `owner` has the member that owns each round's pivot. A transfer has at most `most_words`
  /// words. Enables peer access between the devices. Where that is impossible, takes pinned host
  /// memory for two transfers.
  Exchange(const std::vector<int>& devices, std::vector<std::size_t> owner, std::size_t most_words,
           Crossing crossing);

  /// Makes the stream and the events of `member`, on its device.
  void join(std::size_t member);

  /// Offers the closed rows of `round`, which lie at `rows` once `stream` has got there.
  void offer(std::size_t member, std::size_t round, const std::uint32_t* rows, std::size_t words,
             cudaStream_t stream);

  /// Brings the closed rows of `round` to `to`, which is free once `stream` has got here, and makes
  /// `stream` wait for them. Throws Stopped.
  void fetch(std::size_t member, std::size_t round, std::uint32_t* to, std::size_t words,
             cudaStream_t stream);

  /// Makes `stream` wait until every member that takes the rows of `round` from `member` has them:
  /// then they may change. Throws Stopped.
  void retire(std::size_t member, std::size_t round, cudaStream_t stream);

  /// Waits for the member's transfers.
  void finish(std::size_t member);

  /// Ends the waiting of all threads: a member has failed.
  void stop() { milestones_.stop(); }

  /// "peer copies", "host memory", or "peer copies and host memory".
  [[nodiscard]] const char* means() const;
  /// Bytes that `member` received, and the seconds of its transfers. After finish().
  [[nodiscard]] std::size_t bytes_fetched(std::size_t member) const;
  [[nodiscard]] double seconds_fetching(std::size_t member) const;

 private:
  struct Member {
    int device = 0;
    Stream copies;
    // One of each a round, because a thread that waits for one may be rounds behind.
    std::vector<Event> began;    // of the transfer
    std::vector<Event> present;  // the rows are here
    std::vector<Event> posted;   // the rows are in host memory, chunk by chunk
    Event free;                  // the buffer of the next transfer is free
    const std::uint32_t* rows[2] = {};
    std::size_t bytes = 0;
  };

  [[nodiscard]] std::size_t source(std::size_t member, std::size_t round) const;
  [[nodiscard]] bool takes_from_host(std::size_t member, std::size_t round) const;
  [[nodiscard]] bool posts(std::size_t round) const;
  void post(Member& owner, std::size_t round, std::size_t words);

  std::vector<Member> members_;
  std::vector<std::size_t> owner_;
  Route route_;
  std::vector<std::vector<bool>> reaches_;  // [taker][source]
  PinnedMemory<std::uint32_t> host_rows_[2];
  Milestones milestones_;
};

}  // namespace apsp::gpu
