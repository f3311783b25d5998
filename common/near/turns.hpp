// SPDX-License-Identifier: MIT
// Threads that compute batches side by side and hand them over in order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>

namespace apsp {

/// The order in which batches leave: 0, 1, 2 and so on. A batch that waits must be one that a
/// thread took after all earlier ones were taken, as by Handout::kMonotonic.
class Turns {
 public:
  /// Waits until all batches before `n` have ended. Throws the exception of one that failed.
  void await(std::size_t n) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return next_ == n || (failure_ && failed_ < n); });
    if (next_ != n) std::rethrow_exception(failure_);
  }

  /// Ends batch `n`, whose turn it is.
  void end(std::size_t n) {
    {
      const std::lock_guard lock(mutex_);
      next_ = n + 1;
    }
    changed_.notify_all();
  }

  /// Reports that batch `n` failed, so that later ones never have their turn.
  void fail(std::size_t n, const std::exception_ptr& failure) {
    {
      const std::lock_guard lock(mutex_);
      if (!failure_ || n < failed_) {
        failure_ = failure;
        failed_ = n;
      }
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0;
  std::size_t failed_ = 0;
  std::exception_ptr failure_;  // of batch failed_
};

}  // namespace apsp
