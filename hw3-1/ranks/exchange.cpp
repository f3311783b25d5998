// SPDX-License-Identifier: MIT
#include "hw3-1/ranks/exchange.hpp"

#include <chrono>
#include <exception>

#include "common/base/error.hpp"

namespace apsp::cpu {
namespace {

/// Calls `transfer`. A transfer that fails ends all ranks: threads that wait for it have no way
/// out.
template <typename Transfers>
void end_if_it_fails(Ranks& ranks, const Transfers& transfer) noexcept {
  try {
    transfer();
  } catch (const std::exception& error) {
    ranks.fail(1, error.what());
  }
}

}  // namespace

void Exchange::begin(std::size_t round, std::span<std::byte> rows) {
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_[round % 2];
  slot.done.store(false, std::memory_order_relaxed);
  slot.offered = owns(round);
  slot.begin = std::chrono::steady_clock::now();
  if (!slot.offered) ranks_.traffic.bytes_received += rows.size();
  end_if_it_fails(ranks_, [&] { slot.transfer = ranks_.broadcast(rows, owner_[round]); });
}

bool Exchange::complete(std::size_t round) {
  Slot& slot = slots_[round % 2];
  if (slot.done.load(std::memory_order_acquire)) return true;
  progress();
  return slot.done.load(std::memory_order_acquire);
}

void Exchange::progress() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  for (Slot& slot : slots_) {
    end_if_it_fails(ranks_, [&] {
      if (!slot.transfer || !slot.transfer->done()) return;
      slot.transfer.reset();
      if (slot.offered) {
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - slot.begin;
        ranks_.traffic.sending_seconds += taken.count();
      }
      slot.done.store(true, std::memory_order_release);
    });
  }
}

}  // namespace apsp::cpu
