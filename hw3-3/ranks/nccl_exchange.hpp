// SPDX-License-Identifier: MIT
// Transfers of closed pivot rows among devices of several processes, by NCCL.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/gpu/device/resources.hpp"
#include "common/gpu/team/exchange.hpp"
#include "common/ranks/ranks.hpp"
#include "hw3-3/ranks/nccl.hpp"

namespace apsp::gpu {

/// One broadcast a round, which every member enqueues on a stream of its own. The owner's starts
/// when its rows are closed, the others' when their buffer is free: their kernels wait on the
/// device. A thread watches for failures of the network, which no call reports.
///
/// A member that fails ends its process, by Ranks::fail(). Its device may have kernels that wait
/// for other processes, and to free memory or a communicator would wait for them.
class NcclExchange final : public Exchange {
 public:
  /// `members` has this process's places in the communicator of all members. They and `ranks`
  /// outlive it.
  NcclExchange(Crossings crossings, const std::vector<std::unique_ptr<Broadcaster>>& members,
               Ranks& ranks);
  ~NcclExchange() override;

  void join(std::size_t member) override;
  void offer(std::size_t member, std::size_t round, const std::uint32_t* rows, std::size_t words,
             cudaStream_t stream) override;
  void fetch(std::size_t member, std::size_t round, std::uint32_t* to, std::size_t words,
             cudaStream_t stream) override;
  void retire(std::size_t member, std::size_t round, cudaStream_t stream) override;
  void finish(std::size_t member) override;
  void end() override;
  /// Ends the process, with the message of the exception that is being handled.
  void stop() override;

  [[nodiscard]] std::string means() const override { return "NCCL"; }
  [[nodiscard]] std::size_t bytes_fetched(std::size_t member) const override;
  /// Counts the rounds whose pivot `member` owns: elsewhere a transfer's time has the wait for it.
  [[nodiscard]] double seconds_fetching(std::size_t member) const override;

 private:
  struct Member {
    Stream copies;
    Event ready;                 // rows are closed, or room is free
    std::vector<Event> began;    // by round
    std::vector<Event> present;  // the rows are there
    std::size_t bytes = 0;
  };

  void cross(std::size_t member, std::size_t round, std::uint32_t* rows, std::size_t words,
             cudaStream_t stream);
  void watch(const std::stop_token& stop);

  Crossings crossings_;
  const std::vector<std::unique_ptr<Broadcaster>>& broadcasters_;
  Ranks& ranks_;
  std::vector<Member> members_;
  std::mutex asleep_;                 // held by the watcher, for its condition alone
  std::condition_variable_any wake_;  // never notified: the request to stop does it
  std::jthread watcher_;
};

}  // namespace apsp::gpu
