// SPDX-License-Identifier: MIT
// What happens on SIGINT, SIGTERM, SIGHUP, and on SIGBUS from a file that shrinks while it is
// mapped: temporary files go away, then the process ends as the signal says.
#pragma once

#include <cstddef>
#include <string>

#include "common/error.hpp"

namespace apsp {

/// Installs the handlers. Calling it again is harmless, and installs them again where something
/// else, such as a test framework, has put its own in between.
/// - SIGINT, SIGTERM, SIGHUP: remove every registered temporary, then die of the same signal, so
///   that a shell sees 128 + s. A signal that was ignored at start (nohup) stays ignored.
/// - SIGBUS inside a registered mapping: its message to standard error, the same clean-up, its
///   exit code. Any other SIGBUS: the clean-up, then death of SIGBUS.
/// - SIGXFSZ and SIGPIPE are ignored, so that write() reports EFBIG and EPIPE instead.
void handle_interruptions();

/// While `descriptor` is not -1, a signal that ends the process first erases the terminal's present
/// line there: a progress bar that nobody will clear any more.
void erase_line_on_signal(int descriptor) noexcept;

/// A temporary file that a signal must remove, from construction to destruction. Construct it
/// before the file exists, so that no moment is uncovered, and in the main thread: the kernel gives
/// that one the signals first, so that nothing is created behind a handler's back. Throws
/// Error(kInternal) when all of the fixed number of slots are taken (a handler cannot allocate).
class RemoveOnSignal {
 public:
  explicit RemoveOnSignal(std::string path);
  ~RemoveOnSignal();
  RemoveOnSignal(const RemoveOnSignal&) = delete;
  RemoveOnSignal& operator=(const RemoveOnSignal&) = delete;

  /// The path, to be filled in place by mkostemp() if it is a template; its length must not change.
  [[nodiscard]] char* path() { return path_.data(); }
  [[nodiscard]] const char* path() const { return path_.c_str(); }

 private:
  std::string path_;
};

/// A mapped file: a SIGBUS at one of its addresses means that the file has shrunk or that its disk
/// failed. Throws as RemoveOnSignal does.
class ExplainBusError {
 public:
  /// The range is [address, address + size). The program ends with `message` and `code`.
  ExplainBusError(const void* address, std::size_t size, std::string message, ExitCode code);
  ~ExplainBusError();
  ExplainBusError(const ExplainBusError&) = delete;
  ExplainBusError& operator=(const ExplainBusError&) = delete;

  [[nodiscard]] bool contains(const void* address) const noexcept;
  [[nodiscard]] const std::string& message() const noexcept { return message_; }
  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  const std::byte* first_;
  std::size_t size_;
  std::string message_;
  ExitCode code_;
};

}  // namespace apsp
