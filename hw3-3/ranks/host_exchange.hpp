// SPDX-License-Identifier: MIT
// Transfers of closed pivot rows among devices of several processes, through host memory and MPI.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include "common/gpu/device/resources.hpp"
#include "common/gpu/team/exchange.hpp"
#include "common/gpu/team/milestones.hpp"
#include "common/ranks/ranks.hpp"

namespace apsp::gpu {

/// The way where NCCL is not there, or cannot serve: processes that share a device, members without
/// rows. The owner copies its rows into pinned host memory; a thread of each process, the courier,
/// makes one broadcast a round among the processes; the other members copy them up.
class HostExchange final : public Exchange {
 public:
  /// `process` has the process of each member. Every process of `ranks` makes one, also one without
  /// a member. Takes pinned host memory for two transfers.
  HostExchange(Crossings crossings, std::vector<std::size_t> process, Ranks& ranks);
  ~HostExchange() override;

  void join(std::size_t member) override;
  void offer(std::size_t member, std::size_t round, const std::uint32_t* rows, std::size_t words,
             cudaStream_t stream) override;
  void fetch(std::size_t member, std::size_t round, std::uint32_t* to, std::size_t words,
             cudaStream_t stream) override;
  void retire(std::size_t member, std::size_t round, cudaStream_t stream) override;
  void finish(std::size_t member) override;
  void end() override;
  void stop() override;

  [[nodiscard]] std::string means() const override { return "MPI and host memory"; }
  [[nodiscard]] std::size_t bytes_fetched(std::size_t member) const override;
  [[nodiscard]] double seconds_fetching(std::size_t member) const override;

 private:
  struct Member {
    Stream copies;
    Event ready;                 // rows are closed, or room is free
    std::vector<Event> began;    // by round
    std::vector<Event> present;  // the copy of the round's rows, down or up, is done
    std::size_t bytes = 0;
  };

  [[nodiscard]] bool takes(std::size_t member, std::size_t round) const {
    return !crossings_.owns(member, round);
  }
  void carry_all() noexcept;
  void carry(std::size_t round);

  Crossings crossings_;
  std::vector<std::size_t> process_;  // of each member of the solve
  Ranks& ranks_;
  PinnedMemory<std::uint32_t> rows_[2];  // of even and of odd rounds
  std::vector<Member> members_;          // freed first: their streams may have copies to make
  Milestones enqueued_;                  // by the members: their copies
  Milestones carried_;                   // by the courier: broadcasts that are over
  std::atomic<bool> stopped_ = false;
  std::exception_ptr failure_;  // of the courier; read after its end
  std::thread courier_;
};

}  // namespace apsp::gpu
