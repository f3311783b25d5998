// SPDX-License-Identifier: MIT
// The one table of exit codes: what each kind of fault ends in, and what --help says of it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "common/base/error.hpp"

namespace apsp {

/// The exit code of success. A signal s ends a program with 128 + s.
inline constexpr int kDone = 0;

/// The exit code that `fault` ends in, from 1 to 7. No program cancels a solve.
[[nodiscard]] constexpr int exit_code(Fault fault) noexcept {
  return 1 + static_cast<int>(fault);
}

static_assert(exit_code(Fault::kInternal) == 1 && exit_code(Fault::kUsage) == 2 &&
              exit_code(Fault::kInput) == 3 && exit_code(Fault::kNoAnswer) == 4 &&
              exit_code(Fault::kMemory) == 5 && exit_code(Fault::kNoDevice) == 6 &&
              exit_code(Fault::kOutput) == 7);

/// A fault that a program may end in.
struct PossibleFault {
  PossibleFault(Fault what) : fault(what) {}  // NOLINT(google-explicit-constructor): a list of them
  /// `words` replace those of the table.
  PossibleFault(Fault what, std::string_view words) : fault(what), text(words) {}

  Fault fault;
  std::string_view text;
};

/// The list for --help, from "Exit codes:" to the line on signals, without a newline at the end.
/// `done` says what 0 means.
[[nodiscard]] std::string describe_exit_codes(std::string_view done,
                                              std::initializer_list<PossibleFault> faults);

}  // namespace apsp
