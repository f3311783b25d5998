// SPDX-License-Identifier: MIT
// The progress of a batch: threads count their graphs, and report them now and then.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "common/base/error.hpp"
#include "common/core/observer.hpp"
#include "library/guarded_observer.hpp"

namespace apsp {

/// Counts solved graphs for an observer, and asks it whether to go on. Any thread.
class BatchProgress {
 public:
  /// The graphs that one thread has solved since its last report.
  struct Share {
    std::size_t graphs = 0;
    std::size_t work = 0;
  };

  /// Nobody is asked where `observer` is null.
  BatchProgress(Observer* observer, std::size_t graphs)
      : asked_(observer != nullptr),
        observer_(observer),
        total_(static_cast<std::int64_t>(graphs)),
        cancels_(observer_) {}

  /// Begins the batch, and asks for the first time. One thread.
  void start() {
    observer_.enter_phase(Phase::kCompute);
    ended_ = observer_.cancelled();
  }

  /// Whether the observer has asked for the end.
  [[nodiscard]] bool ended() const noexcept { return ended_.load(std::memory_order_relaxed); }

  /// Adds a graph to a thread's share. `work`: relaxations, or what takes as long. Reports where
  /// enough of it has come together, about some milliseconds.
  void add(Share& share, std::size_t work) {
    if (!asked_) return;
    ++share.graphs;
    share.work += work;
    if (share.work < kWorkBetween) return;
    report(share.graphs);
    share = {};
  }

  /// Reports so many more graphs.
  void report(std::size_t graphs) {
    if (!asked_) return;
    const std::lock_guard lock(mutex_);
    done_ += static_cast<std::int64_t>(graphs);
    advance();
  }

  /// For the solve of one graph, which ends where the batch is to end.
  [[nodiscard]] Observer& cancels() { return cancels_; }

  /// Throws the observer's exception, or Error(kCancelled) where it has asked for the end. One
  /// thread, after the others.
  void throw_if_ended() {
    observer_.rethrow();
    if (ended()) throw Error(Fault::kCancelled, "the solve was cancelled");
  }

  /// Reports that all graphs are solved. Throws as throw_if_ended().
  void finish() {
    if (asked_ && done_ < total_) {
      done_ = total_;
      advance();
    }
    throw_if_ended();
  }

 private:
  static constexpr std::size_t kWorkBetween = std::size_t{1} << 25;

  void advance() {
    observer_.advance(done_, total_);
    if (observer_.cancelled()) ended_ = true;
  }

  bool asked_;
  GuardedObserver observer_;
  std::int64_t total_;
  CancelOnly cancels_;
  std::mutex mutex_;
  std::int64_t done_ = 0;
  std::atomic<bool> ended_ = false;
};

}  // namespace apsp
