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

/// Seconds of a solve on processors from which on it is worth a look at GPUs, which take half of
/// that to start.
inline constexpr double kWorthALook = 1;

/// Returns a backend of GPUs that is predicted to solve `problem` in less than `seconds`, in
/// `width`, and has room; none: there is none, and `observer` receives the reason.
[[nodiscard]] Chosen faster_gpus(const Settings& settings, const Problem& problem, Width width,
                                 double seconds, Observer& observer);

/// Throws Error(kUsage) for devices and widths that do not go together.
void require_possible_devices(const Settings& settings);

/// Returns the backend of the GPUs that `settings` ask for. Throws Error: kUsage for settings that
/// GPUs cannot serve; kNoDevice where there are none.
[[nodiscard]] std::unique_ptr<Backend> backend_of_gpus(const Settings& settings);

/// Returns the backend that `settings` ask for. For Device::kAuto that is the one that is predicted
/// to solve `problem` sooner, and a fact says why processors do where they are not the first
/// choice. Throws Error: kUsage for settings that GPUs cannot serve; kNoDevice where GPUs are asked
/// for and there are none.
[[nodiscard]] Chosen choose_backend(const Settings& settings, const Problem& problem,
                                    Observer& observer);

}  // namespace apsp
