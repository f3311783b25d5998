// SPDX-License-Identifier: MIT
// Exceptions across the edge of a parallel region, which none may leave.
#pragma once

#include <exception>
#include <mutex>

namespace apsp {

/// Keeps the first exception of work that several threads do, to throw it again when all are
/// through. OpenMP ends the process for one that leaves a region, also for a bad_alloc.
class FirstFailure {
 public:
  /// Does the work and keeps what it throws. Any thread.
  template <typename Work>
  void guard(Work work) noexcept {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  /// Throws the first failure, if there was one. One thread, after the region.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace apsp
