// SPDX-License-Identifier: MIT
// The batches of a solve on their way to the threads that compute them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"

namespace apsp {

/// Hands out batches, for a sink that keeps numbers in stretches: one ends when the sink wants what
/// is there, or the observer the end. What was handed out until then is computed, so that all of it
/// can be put, and the next stretch goes on after it. Without such a sink one stretch has all.
class BatchQueue {
 public:
  /// `sink` and `observer` outlive it.
  BatchQueue(std::size_t batches, NumbersSink* sink, Observer& observer)
      : batches_(batches),
        keeper_(sink != nullptr && sink->keeps() ? sink : nullptr),
        observer_(observer) {}
  explicit BatchQueue(std::size_t batches, Observer& observer)
      : BatchQueue(batches, nullptr, observer) {}

  /// Batches that are not handed out yet; between stretches.
  [[nodiscard]] std::size_t left() const { return batches_ - taken_; }

  /// The batch for an index of a loop over left() of them, which asks once for each. It is the
  /// smallest that is left; without a sink that keeps numbers it is batch `index`. Nothing where
  /// the stretch has ended. Any thread.
  [[nodiscard]] std::optional<std::size_t> take(std::size_t index) {
    if (keeper_ == nullptr) return index;
    if (ended_) return std::nullopt;
    return taken_++;
  }

  /// Reports that a batch is computed. Throws Error(kCancelled) where the observer asks for the end
  /// and no sink keeps numbers. Any thread.
  void finish() {
    const std::lock_guard lock(reporting_);
    observer_.advance(++finished_, static_cast<std::int64_t>(batches_));
    if (keeper_ == nullptr) return stop_if_cancelled(observer_);
    if (keeper_->due() || observer_.cancelled()) ended_ = true;
  }

  /// Whether a sink keeps what batches give. Then none that was handed out may end early.
  [[nodiscard]] bool keeps() const { return keeper_ != nullptr; }

  /// Throws Error(kCancelled) in the middle of a batch where the observer asks for the end, and no
  /// sink would keep what the batch gives. Any thread.
  void stop_if_lost() {
    const std::lock_guard lock(reporting_);
    if (keeper_ == nullptr) stop_if_cancelled(observer_);
  }

  /// Ends a stretch, whose batches are computed and put. Returns whether another one follows.
  /// Throws Error(kCancelled) where the observer asks for the end. One thread.
  [[nodiscard]] bool goes_on() {
    if (keeper_ == nullptr) return false;
    stop_if_cancelled(observer_);
    ended_ = false;
    return left() > 0;
  }

  /// Batches [first, end) of the present stretch, once they are computed.
  struct Stretch {
    std::size_t first, end;
  };
  [[nodiscard]] Stretch stretch() {
    const std::size_t end = keeper_ == nullptr ? batches_ : taken_.load();
    return {std::exchange(put_, end), end};
  }

 private:
  const std::size_t batches_;
  NumbersSink* const keeper_;
  Observer& observer_;
  std::mutex reporting_;
  std::int64_t finished_ = 0;
  std::size_t put_ = 0;
  std::atomic<std::size_t> taken_ = 0;
  std::atomic<bool> ended_ = false;
};

}  // namespace apsp
