// SPDX-License-Identifier: MIT
// Stands between a solve, whose parallel regions an exception must not leave, and the caller's
// observer, which may throw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "common/base/parallel_for.hpp"
#include "common/core/observer.hpp"

namespace apsp {

/// Passes reports on to `observer`, one at a time, or nowhere if it is null. An exception of it is
/// kept, counts as the wish to end, and is the last that `observer` is called for.
class GuardedObserver final : public Observer {
 public:
  explicit GuardedObserver(Observer* observer) : observer_(observer) {}

  void enter_phase(Phase phase) override {
    guard([&] { observer_->enter_phase(phase); });
  }
  void advance(std::int64_t done, std::int64_t total) override {
    guard([&] { observer_->advance(done, total); });
  }
  void fact(std::string_view key, const Fact& value) override {
    guard([&] { observer_->fact(key, value); });
  }
  void warn(std::string_view message) override {
    guard([&] { observer_->warn(message); });
  }
  [[nodiscard]] bool cancelled() override {
    bool wanted = false;
    guard([&] { wanted = observer_->cancelled(); });
    return wanted || has_thrown();
  }

  /// Throws the exception that was kept, if there is one. After the solve.
  void rethrow() { failure_.rethrow(); }

 private:
  template <typename Report>
  void guard(const Report& report) noexcept {
    if (observer_ == nullptr) return;
    const std::lock_guard lock(mutex_);  // several devices report from several threads
    if (!has_thrown()) failure_.guard(0, report);
  }
  [[nodiscard]] bool has_thrown() const noexcept { return failure_.before(1); }

  Observer* observer_;
  std::mutex mutex_;
  FirstFailure failure_;
};

}  // namespace apsp
