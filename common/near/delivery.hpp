// SPDX-License-Identifier: MIT
// The way of batches from threads that compute them side by side into a sink that takes them in
// order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "common/core/observer.hpp"
#include "common/near/near_batch.hpp"

namespace apsp {

/// Puts batches 0, 1, 2 and so on. One that is finished before its turn waits here, and its thread
/// goes on; the thread whose turn it is puts what has waited for it. Where many entries wait, a
/// thread waits as well. Batches are taken in ascending order (Handout::kMonotonic), so that an
/// earlier one is always on its way.
template <typename Length>
class Delivery {
 public:
  using Batch = NearBatch<Length>;

  /// Of so many batches, which `threads` threads make. `sink` and `observer` outlive it.
  Delivery(std::size_t batches, std::size_t threads, BasicNearSink<Length>& sink,
           Observer& observer)
      : batches_(static_cast<std::int64_t>(batches)),
        most_waiting_(threads * kWaitingAThread),
        sink_(sink),
        observer_(observer) {}

  /// Puts the rows that there are of batch `n` and goes on with it. Waits for its turn.
  void put_part(std::size_t n, Batch& batch) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return next_ == n || failed_before(n); });
      if (next_ != n) std::rethrow_exception(failure_);
    }
    put(batch);
    batch.restart(batch.first_row + batch.rows());
  }

  /// Ends batch `n`. Leaves some other one in its place, to be filled again.
  void finish(std::size_t n, Batch& batch) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return next_ == n || failed_before(n) || has_room(); });
    if (failed_before(n)) std::rethrow_exception(failure_);
    if (next_ != n) {
      waiting_entries_ += batch.destinations.size();
      waiting_.emplace(n, std::exchange(batch, spare()));
      return;
    }
    for (;;) {
      lock.unlock();
      put(batch);
      end_batch();
      lock.lock();
      ++next_;
      changed_.notify_all();
      const auto following = waiting_.find(next_);
      if (following == waiting_.end()) return;
      waiting_entries_ -= following->second.destinations.size();
      spares_.push_back(std::exchange(batch, std::move(following->second)));
      waiting_.erase(following);
    }
  }

  /// Reports the exception that ended batch `n`, or another one that its thread put.
  void fail(std::size_t n) {
    {
      const std::lock_guard lock(mutex_);
      if (!failure_ || n < failed_) {
        failure_ = std::current_exception();
        failed_ = n;
      }
    }
    changed_.notify_all();
  }

  /// Throws Error(kCancelled) where the observer asks for the end. Any thread.
  void stop_if_cancelled() {
    const std::lock_guard lock(reporting_);
    apsp::stop_if_cancelled(observer_);
  }

  /// Those that were put.
  [[nodiscard]] std::uint64_t entries() const { return entries_; }

 private:
  static constexpr std::size_t kWaitingAThread = 8;  // batches at most
  static constexpr std::size_t kMostWaitingEntries = std::size_t{1} << 22;

  [[nodiscard]] bool failed_before(std::size_t n) const { return failure_ && failed_ < n; }
  [[nodiscard]] bool has_room() const {
    return waiting_.size() < most_waiting_ && waiting_entries_ < kMostWaitingEntries;
  }

  [[nodiscard]] Batch spare() {
    if (spares_.empty()) return {};
    Batch batch = std::move(spares_.back());
    spares_.pop_back();
    return batch;
  }

  // By the thread whose turn it is.
  void put(const Batch& batch) {
    if (batch.rows() == 0) return;
    sink_.put(batch.view());
    entries_ += batch.destinations.size();
  }
  void end_batch() {
    const std::lock_guard lock(reporting_);
    advance_or_stop(observer_, ++done_, batches_);
  }

  const std::int64_t batches_;
  const std::size_t most_waiting_;
  BasicNearSink<Length>& sink_;
  Observer& observer_;
  std::uint64_t entries_ = 0;
  std::int64_t done_ = 0;
  std::mutex reporting_;

  std::mutex mutex_;  // of all that follows
  std::condition_variable changed_;
  std::size_t next_ = 0;  // the batch whose turn it is
  std::map<std::size_t, Batch> waiting_;
  std::size_t waiting_entries_ = 0;
  std::vector<Batch> spares_;
  std::size_t failed_ = 0;
  std::exception_ptr failure_;  // of batch failed_
};

}  // namespace apsp
