// SPDX-License-Identifier: MIT
// The look for the longest distance that goes beside the choice of a plan.
#pragma once

#include <future>
#include <memory>
#include <optional>

#include "common/core/longest_distance.hpp"
#include "common/core/problem.hpp"

namespace apsp {

/// One round of searches on a thread of its own, begun while the plan is chosen, whose order of a
/// large graph takes one thread.
class EarlyLook {
 public:
  EarlyLook() = default;
  /// Begins, unless all weights are equal, so that searches by bits may be chosen. Never does where
  /// a look is short anyway, or not little beside the rows. The edges of the problem outlive it.
  explicit EarlyLook(const Problem& problem);

  /// Begins where only equal weights kept it from that.
  void begin();

  [[nodiscard]] bool begun() const { return coming_.valid() || found_ != nullptr; }
  [[nodiscard]] bool may_tell() const { return begun() || graph_.has_value(); }

  /// LongestBounds::seen. Waits for the end. 0 where there is nothing: it has not begun, was taken,
  /// or had not the memory.
  [[nodiscard]] Distance seen() noexcept;

  /// Waits for the end, and gives it away; null where seen() is 0 for want of it.
  [[nodiscard]] std::unique_ptr<LongestDistance> take() noexcept;

 private:
  void wait() noexcept;

  std::optional<Graph> graph_;  // of a look that has not begun
  std::future<std::unique_ptr<LongestDistance>> coming_;
  std::unique_ptr<LongestDistance> found_;
};

}  // namespace apsp
