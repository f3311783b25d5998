// SPDX-License-Identifier: MIT
// Transfers of closed pivot rows among the devices of one process.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/gpu/device/resources.hpp"
#include "common/gpu/team/exchange.hpp"
#include "common/gpu/team/milestones.hpp"
#include "common/gpu/team/route.hpp"

namespace apsp::gpu {

/// The way that rows cross.
struct Crossing {
  Route route = Route::kDirect;
  bool peers = true;  // false: through pinned host memory even where devices reach each other
};

/// Makes the memory of each of these devices reachable from the others, for as long as the process
/// lives. Returns whether the machine can; a second call changes nothing.
bool enable_peers(const std::vector<int>& devices);

/// The transfers among devices of one process (a device's number may occur twice).
///
/// A member takes the rows itself, on a stream of its own, from the device that the route names.
/// Arrival is an event on its stream. A thread waits for the source's thread only until that has
/// recorded that the rows lie there. Where the two devices cannot reach each other's memory, the
/// owner posts the rows in pinned host memory, a chunk at a time, and the member takes them there.
class TeamExchange final : public Exchange {
 public:
  /// Enables peer access between the devices. Where that is impossible, takes pinned host memory
  /// for two transfers.
  TeamExchange(Crossings crossings, Crossing crossing);

  void join(std::size_t member) override;
  void offer(std::size_t member, std::size_t round, const std::uint32_t* rows, std::size_t words,
             cudaStream_t stream) override;
  void fetch(std::size_t member, std::size_t round, std::uint32_t* to, std::size_t words,
             cudaStream_t stream) override;
  void retire(std::size_t member, std::size_t round, cudaStream_t stream) override;
  void finish(std::size_t member) override;
  void stop() override { milestones_.stop(); }

  /// "peer copies", "host memory", or "peer copies and host memory".
  [[nodiscard]] std::string means() const override;
  [[nodiscard]] std::size_t bytes_fetched(std::size_t member) const override;
  [[nodiscard]] double seconds_fetching(std::size_t member) const override;

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

  PinnedMemory<std::uint32_t> host_rows_[2];
  std::vector<Member> members_;  // freed first: their streams may have copies to make
  std::vector<std::size_t> owner_;
  Route route_;
  std::vector<std::vector<bool>> reaches_;  // [taker][source]
  Milestones milestones_;
};

}  // namespace apsp::gpu
