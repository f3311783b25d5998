// SPDX-License-Identifier: MIT
#include "common/phases.hpp"

#include <algorithm>

namespace apsp {
namespace {

double seconds_between(Phases::Clock::time_point from, Phases::Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

void Phases::enter(std::string_view name, Clock::time_point now) {
  stop(now);
  const auto found =
      std::find_if(phases_.begin(), phases_.end(), [&](const Phase& p) { return p.name == name; });
  running_ = static_cast<std::size_t>(found - phases_.begin());
  if (found == phases_.end()) {
    phases_.push_back({std::string(name), 0});
  }
  entered_ = now;
}

void Phases::stop(Clock::time_point now) {
  if (running_ != kNone) {
    phases_[running_].seconds += seconds_between(entered_, now);
    running_ = kNone;
  }
  end_ = now;
}

double Phases::seconds(std::string_view name, Clock::time_point now) const {
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    if (phases_[i].name == name) {
      return phases_[i].seconds + (i == running_ ? seconds_between(entered_, now) : 0);
    }
  }
  return 0;
}

double Phases::total() const {
  return seconds_between(start_, end_);
}

}  // namespace apsp
