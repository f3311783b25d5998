// SPDX-License-Identifier: MIT
#include "common/app/stopwatch.hpp"

#include <algorithm>

namespace apsp {
namespace {

double seconds_between(Stopwatch::Clock::time_point from, Stopwatch::Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

void Stopwatch::enter(Phase phase, Clock::time_point now) {
  stop(now);
  const auto found =
      std::find_if(laps_.begin(), laps_.end(), [&](const Lap& lap) { return lap.phase == phase; });
  running_ = static_cast<std::size_t>(found - laps_.begin());
  if (found == laps_.end()) {
    laps_.push_back({phase, 0});
  }
  entered_ = now;
}

void Stopwatch::stop(Clock::time_point now) {
  if (running_ != kNone) {
    laps_[running_].seconds += seconds_between(entered_, now);
    running_ = kNone;
  }
  end_ = now;
}

double Stopwatch::seconds(Phase phase, Clock::time_point now) const {
  for (std::size_t i = 0; i < laps_.size(); ++i) {
    if (laps_[i].phase == phase) {
      return laps_[i].seconds + (i == running_ ? seconds_between(entered_, now) : 0);
    }
  }
  return 0;
}

double Stopwatch::total() const {
  return seconds_between(start_, end_);
}

}  // namespace apsp
