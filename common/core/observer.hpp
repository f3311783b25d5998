// SPDX-License-Identifier: MIT
// The observer of a solve, and the way in which a solver asks it whether to go on.
#pragma once

#include <cstdint>

#include "apsp/observer.hpp"  // IWYU pragma: export
#include "common/base/error.hpp"

namespace apsp {

/// Throws Error(kCancelled) if the observer asks for the end.
inline void stop_if_cancelled(Observer& observer) {
  if (observer.cancelled()) throw Error(Fault::kCancelled, "the solve was cancelled");
}

/// Reports that `done` of `total` steps are finished. Throws Error(kCancelled) if the observer asks
/// for the end. One thread at a time.
inline void advance_or_stop(Observer& observer, std::int64_t done, std::int64_t total) {
  observer.advance(done, total);
  stop_if_cancelled(observer);
}

/// Passes on the wish for the end and nothing else, for steps within a step.
class CancelOnly final : public Observer {
 public:
  explicit CancelOnly(Observer& observer) : observer_(observer) {}
  [[nodiscard]] bool cancelled() override { return observer_.cancelled(); }

 private:
  Observer& observer_;
};

}  // namespace apsp
