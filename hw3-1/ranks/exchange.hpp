// SPDX-License-Identifier: MIT
// Transfers of closed pivot rows from the rank that owns them to all others.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "common/ranks/ranks.hpp"

namespace apsp::cpu {

/// The transfers of one solve. Every rank begins one for each round, in order: the owner of the
/// pivot offers, the others fetch. At most two rounds are under way.
class Exchange {
 public:
  /// `owner` has the rank that owns each round's pivot.
  Exchange(Ranks& ranks, std::vector<std::size_t> owner)
      : ranks_(ranks), owner_(std::move(owner)) {}

  [[nodiscard]] bool owns(std::size_t round) const { return owner_[round] == ranks_.rank(); }

  /// Offers the closed rows of `round`, or begins to fetch them. Until complete(), offered rows do
  /// not change, and fetched ones are not read.
  void begin(std::size_t round, std::span<std::byte> rows);

  /// Whether the transfer of `round` is over here; after that of the round before. Any thread.
  [[nodiscard]] bool complete(std::size_t round);

  /// Helps transfers on, where no other thread does at the moment. Any thread.
  void progress();

  /// Adds to the report a wait of so many seconds for other ranks. One thread at a time.
  void waited(double seconds) {
    ranks_.traffic.waiting_seconds = ranks_.traffic.waiting_seconds.value_or(0) + seconds;
  }

 private:
  struct Slot {
    std::unique_ptr<Transfer> transfer;  // null: none is under way
    std::atomic<bool> done = false;
    bool offered = false;  // by this rank
    std::chrono::steady_clock::time_point begin;
  };

  Ranks& ranks_;
  std::vector<std::size_t> owner_;
  std::mutex mutex_;           // of the slots' transfers
  std::array<Slot, 2> slots_;  // by the parity of the round
};

}  // namespace apsp::cpu
