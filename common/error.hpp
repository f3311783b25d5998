// SPDX-License-Identifier: MIT
// The one exception of the library, and the exit code that each kind of failure ends in.
#pragma once

#include <stdexcept>
#include <string>

namespace apsp {

/// Exit codes of every program. A signal s ends a program with 128 + s.
enum class ExitCode : int {
  kDone = 0,
  kInternal = 1,  // internal or device error; for hw3-check: the distances are wrong
  kUsage = 2,     // unknown or impossible option
  kInput = 3,     // bad or unreadable input
  kNoAnswer = 4,  // no answer: a negative weight (hw3-check: cycle), or a length out of range
  kMemory = 5,    // not enough memory, host or device
  kNoDevice = 6,  // no usable GPU
  kOutput = 7,    // the output cannot be written
};

/// A failure that the user can read: `what()` is one or more whole lines without a trailing
/// newline, naming the place, what was found and what was expected. The library throws it; only
/// the programs' main recipe prints it.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

}  // namespace apsp
