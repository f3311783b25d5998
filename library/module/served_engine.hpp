// SPDX-License-Identifier: MIT
// The module's side of the interface: a backend for the library to drive.
#pragma once

#include <exception>
#include <memory>

#include "common/solve/backend.hpp"
#include "library/module/interface.hpp"

namespace apsp::module {

/// Returns what `cause` says. The message is its first line: others name programs and options.
[[nodiscard]] Failure failure_of(const std::exception_ptr& cause) noexcept;

/// Runs `work` and returns what it threw, if it did.
template <typename Work>
[[nodiscard]] Outcome outcome_of(const Work& work) noexcept {
  try {
    work();
    return std::nullopt;
  } catch (...) {
    return failure_of(std::current_exception());
  }
}

/// Returns an engine that passes its calls on to `backend`.
[[nodiscard]] std::unique_ptr<Engine> serve(std::unique_ptr<Backend> backend);

}  // namespace apsp::module
