// SPDX-License-Identifier: MIT
// Wall time by phase.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/observer.hpp"

namespace apsp {

/// A stopwatch with one running phase at a time. Every call may be given the time; by default it
/// is now. Not thread-safe.
class Stopwatch {
 public:
  using Clock = std::chrono::steady_clock;

  struct Lap {
    Phase phase;
    double seconds;
  };

  /// Starts the total; no phase runs yet.
  explicit Stopwatch(Clock::time_point now = Clock::now())
      : start_(now), entered_(now), end_(now) {}

  /// Ends the running phase and starts `name`. A phase entered again adds up.
  void enter(Phase phase, Clock::time_point now = Clock::now());

  /// Ends the running phase and the total. Nothing runs until the next enter().
  void stop(Clock::time_point now = Clock::now());

  /// Phases in the order of their first entry, without what the running one has gathered since it
  /// was entered.
  [[nodiscard]] const std::vector<Lap>& finished() const { return laps_; }

  /// Seconds of `name` so far, the running phase included; 0 if it was never entered.
  [[nodiscard]] double seconds(Phase phase, Clock::time_point now = Clock::now()) const;

  /// Seconds from the start to stop().
  [[nodiscard]] double total() const;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::vector<Lap> laps_;
  std::size_t running_ = kNone;  // index into laps_
  Clock::time_point start_;
  Clock::time_point entered_;  // when the running phase was entered
  Clock::time_point end_;
};

}  // namespace apsp
