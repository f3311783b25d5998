// SPDX-License-Identifier: MIT
// The choice between processors and GPUs.
#pragma once

#include <memory>
#include <optional>

#include "apsp/settings.hpp"
#include "common/core/observer.hpp"
#include "common/core/problem.hpp"
#include "common/solve/backend.hpp"

namespace apsp {

/// A backend, and its plan where the choice was by one.
struct Chosen {
  std::unique_ptr<Backend> backend;
  std::optional<Plan> plan = {};
};

/// Returns the backend that `settings` ask for. For Device::kAuto that is the one that is predicted
/// to solve `problem` sooner, and a fact says why processors do where they are not the first
/// choice. Throws Error: kUsage for settings that GPUs cannot serve; kNoDevice where GPUs are asked
/// for and there are none.
[[nodiscard]] Chosen choose_backend(const Settings& settings, const Problem& problem,
                                    Observer& observer);

}  // namespace apsp
