// SPDX-License-Identifier: MIT
// Closed pivot rows on their way from the device that owns them to all others.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/gpu/device/resources.hpp"
#include "hw3-3/milestones.hpp"
#include "hw3-3/route.hpp"

namespace apsp::gpu {

/// How rows cross.
struct Crossing {
  Route route = Route::kDirect;
  bool peers = true;  // false: through pinned host memory even where devices reach each other
};

/// The transfers of one solve among `devices` (CUDA's numbers, one a member; a number may occur
/// twice). Every member calls, from its own thread and with its device current, join() once, and
/// then for each round offer(), if it owns the pivot, or fetch(), and retire() for the round
/// before.
///
/// A member takes the rows itself, on a stream of its own, from the device that the route names.
/// Arrival is an event on its stream; the thread of the source is waited for only until it has
/// recorded that the rows lie there. Where the two devices cannot reach each other's memory the
/// owner posts the rows in pinned host memory, a piece at a time, and the member takes them there.
class Exchange {
 public:
  /// `owner` has the member that owns each round's pivot; no transfer is of more than `most_words`
  /// words. Enables peer access between the devices. Pinned host memory, only where it is needed:
  /// two such transfers.
  Exchange(const std::vector<int>& devices, std::vector<std::size_t> owner, std::size_t most_words,
           Crossing crossing);

  void join(std::size_t member);

  /// The closed rows of `round` lie at `rows` once `stream` has got there.
  void offer(std::size_t member, std::size_t round, const std::uint32_t* rows, std::size_t words,
             cudaStream_t stream);

  /// Brings the closed rows of `round` to `to`, which is free once `stream` has got here, and makes
  /// `stream` wait for them. Throws Stopped.
  void fetch(std::size_t member, std::size_t round, std::uint32_t* to, std::size_t words,
             cudaStream_t stream);

  /// Makes `stream` wait until everybody who takes the rows of `round` from `member` has them: then
  /// they may change. Throws Stopped.
  void retire(std::size_t member, std::size_t round, cudaStream_t stream);

  /// Waits for the member's transfers.
  void finish(std::size_t member);

  /// Ends the waiting of all threads: a member has failed.
  void stop() { milestones_.stop(); }

  /// "peer copies", "host memory", or "peer copies and host memory".
  [[nodiscard]] const char* means() const;
  /// Bytes that came to `member`, and the seconds that its transfers took. After finish().
  [[nodiscard]] std::size_t bytes_fetched(std::size_t member) const;
  [[nodiscard]] double seconds_fetching(std::size_t member) const;

 private:
  struct Member {
    int device = 0;
    Stream copies;
    // One of each a round, because events are waited for by threads that may be rounds behind.
    std::vector<Event> began;    // of the transfer
    std::vector<Event> present;  // the rows are here
    std::vector<Event> posted;   // the rows are in host memory, piece by piece
    Event free;                  // the room of the next transfer is
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
