// SPDX-License-Identifier: MIT
// The one exception of the library, with the kind of fault that it reports.
#pragma once

#include <stdexcept>
#include <string>

namespace apsp {

/// Kinds of fault. common/app/exit_code.hpp has the exit code that each one ends in.
enum class Fault {
  kInternal,  // internal or device error
  kUsage,     // unknown or impossible setting
  kInput,     // bad or unreadable input
  kNoAnswer,  // no answer: a negative cycle, or a length out of range
  kMemory,    // not enough memory, host or device
  kNoDevice,  // no usable GPU
  kOutput,    // the output cannot be written
};

/// A failure that the user can read: `what()` is one or more whole lines without a trailing
/// newline, naming the place, what was found and what was expected. The library throws it; only
/// the programs' main recipe prints it.
class Error : public std::runtime_error {
 public:
  Error(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
  [[nodiscard]] Fault fault() const noexcept { return fault_; }

 private:
  Fault fault_;
};

}  // namespace apsp
