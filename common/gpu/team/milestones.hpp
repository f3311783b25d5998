// SPDX-License-Identifier: MIT
// The rounds that the host threads of several devices have enqueued. A thread may make its device
// wait for another device's event only after that event has been recorded: a milestone says so. The
// threads run rounds ahead of the devices, so no device waits for a thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

namespace apsp::gpu {

/// Thrown by await() when another device's thread has failed and none of its milestones will come.
struct Stopped {};

/// The last round that each member has reached. Members are threads; every call is safe from any.
class Milestones {
 public:
  explicit Milestones(std::size_t members) : reached_(members, 0) {}

  /// Records that `member` has enqueued its work of round `round`; rounds in ascending order.
  void reach(std::size_t member, std::size_t round) {
    {
      const std::lock_guard lock(mutex_);
      reached_[member] = round + 1;
    }
    changed_.notify_all();
  }

  /// Returns when `member` has reached `round`. Its writes before that are visible then. Throws
  /// what stop() was given.
  void await(std::size_t member, std::size_t round) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || reached_[member] > round; });
    if (stopped_) std::rethrow_exception(cause_);
  }

  /// Ends every await(), now and later. The first cause counts.
  void stop(std::exception_ptr cause = std::make_exception_ptr(Stopped())) {
    {
      const std::lock_guard lock(mutex_);
      if (!stopped_) cause_ = std::move(cause);
      stopped_ = true;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::size_t> reached_;
  bool stopped_ = false;
  std::exception_ptr cause_;
};

}  // namespace apsp::gpu
