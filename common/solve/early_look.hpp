// SPDX-License-Identifier: MIT
// The look for the longest distance that goes beside the choice of a plan.
#pragma once

#include <future>
#include <memory>

#include "common/core/longest_distance.hpp"
#include "common/core/problem.hpp"

namespace apsp {

/// One round of searches on a thread of its own, begun while the plan is chosen, whose order of a
/// large graph takes one thread.
class EarlyLook {
 public:
  EarlyLook() = default;
  /// Begins, unless a look is short anyway, or not little beside the rows. The edges of the problem
  /// outlive it.
  explicit EarlyLook(const Problem& problem);

  [[nodiscard]] bool begun() const { return coming_.valid() || found_ != nullptr; }

  /// LongestBounds::seen. Waits for the end. 0 where there is nothing: it has not begun, was taken,
  /// or had not the memory.
  [[nodiscard]] Distance seen() noexcept;

  /// Waits for the end, and gives it away; null where seen() is 0 for want of it.
  [[nodiscard]] std::unique_ptr<LongestDistance> take() noexcept;

 private:
  void wait() noexcept;

  std::future<std::unique_ptr<LongestDistance>> coming_;
  std::unique_ptr<LongestDistance> found_;
};

}  // namespace apsp
