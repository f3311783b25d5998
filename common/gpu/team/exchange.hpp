// SPDX-License-Identifier: MIT
// The interface through which closed pivot rows get from the device that owns them to all others.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace apsp::gpu {

/// The transfers of one solve, as the members of this process see them. Members are numbered from
/// 0 in each process. Every one calls join() once, from its own thread and with its device current.
/// It then calls for each round offer(), if it owns the pivot, or fetch(), and retire() for the
/// round before; after the last round finish().
class Exchange {
 public:
  Exchange() = default;
  virtual ~Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /// Makes the stream and the events of `member`, on its device.
  virtual void join(std::size_t member) = 0;

  /// Offers the closed rows of `round`, which lie at `rows` once `stream` has got there.
  virtual void offer(std::size_t member, std::size_t round, const std::uint32_t* rows,
                     std::size_t words, cudaStream_t stream) = 0;

  /// Brings the closed rows of `round` to `to`, which is free once `stream` has got here, and makes
  /// `stream` wait for them. Throws Stopped, and the failure of another thread.
  virtual void fetch(std::size_t member, std::size_t round, std::uint32_t* to, std::size_t words,
                     cudaStream_t stream) = 0;

  /// Makes `stream` wait until every member that takes the rows of `round` from `member` has them:
  /// then they may change. Throws as fetch().
  virtual void retire(std::size_t member, std::size_t round, cudaStream_t stream) = 0;

  /// Waits for the member's transfers.
  virtual void finish(std::size_t member) = 0;

  /// Waits for what the process does beside its members, after their finish(); also where it has
  /// none.
  virtual void end() {}

  /// Ends the waiting of all threads, and of the devices for other processes: a member has failed.
  virtual void stop() = 0;

  /// How rows cross: "peer copies", "host memory", "NCCL".
  [[nodiscard]] virtual std::string means() const = 0;

  /// Bytes that `member` received, and the seconds of its transfers. After finish().
  [[nodiscard]] virtual std::size_t bytes_fetched(std::size_t member) const = 0;
  [[nodiscard]] virtual double seconds_fetching(std::size_t member) const = 0;
};

/// The facts that the transfers of a solve follow from.
struct Crossings {
  std::vector<int> ids;            // CUDA's numbers of this process's members that hold rows
  std::size_t first;               // the number of the first of them among all members
  std::vector<std::size_t> owner;  // the member, among all, that owns each round's pivot
  std::vector<std::size_t> words;  // of each round's transfer

  [[nodiscard]] std::size_t members() const { return ids.size(); }
  [[nodiscard]] std::size_t rounds() const { return owner.size(); }
  [[nodiscard]] std::size_t most_words() const {
    return words.empty() ? 0 : *std::max_element(words.begin(), words.end());
  }
  /// Whether `member`, one of this process, owns the pivot of `round`.
  [[nodiscard]] bool owns(std::size_t member, std::size_t round) const {
    return owner[round] == first + member;
  }
};

using MakeExchange = std::function<std::unique_ptr<Exchange>(const Crossings&)>;

}  // namespace apsp::gpu
