// SPDX-License-Identifier: MIT
// The registry of what a signal handler must undo or explain before it ends the process: temporary
// files, mapped files, a terminal's line. Without handlers (common/app/interruption.hpp), as in a
// process that uses the library, it stays empty.
#pragma once

#include <cstddef>
#include <string>

#include "common/base/error.hpp"

namespace apsp {

/// Says that handlers are installed: what is constructed from now on is registered.
void expect_signals() noexcept;

/// While `descriptor` is not -1, a signal that ends the process first erases the terminal's present
/// line there: a progress bar that nobody will clear any more.
void erase_line_on_signal(int descriptor) noexcept;

/// A temporary file that a signal must remove, from construction to destruction. Construct it
/// before the file exists, so that no moment is uncovered. Construct it in the main thread: the
/// kernel gives that one the signals first, so that nothing is created behind a handler's back.
/// Throws Error(kInternal) when all of the fixed number of slots are taken (a handler cannot
/// allocate).
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
  bool registered_;
};

/// A mapped file: a SIGBUS at one of its addresses means that the file has shrunk or that its disk
/// failed. Throws as RemoveOnSignal does.
class ExplainBusError {
 public:
  /// The range is [address, address + size). The program ends with `message`, as a `fault` of that
  /// kind does.
  ExplainBusError(const void* address, std::size_t size, std::string message, Fault fault);
  ~ExplainBusError();
  ExplainBusError(const ExplainBusError&) = delete;
  ExplainBusError& operator=(const ExplainBusError&) = delete;

  [[nodiscard]] bool contains(const void* address) const noexcept;
  [[nodiscard]] const std::string& message() const noexcept { return message_; }
  [[nodiscard]] Fault fault() const noexcept { return fault_; }

 private:
  const std::byte* first_;
  std::size_t size_;
  std::string message_;
  Fault fault_;
  bool registered_;
};

/// For a handler that ends the process: removes every registered temporary, erases the registered
/// line. Async-signal-safe.
void clean_up_in_handler() noexcept;

/// For a handler: the registered mapping that contains `address`, or null. Async-signal-safe.
[[nodiscard]] const ExplainBusError* find_mapping_in_handler(const void* address) noexcept;

/// Waits for the end that another thread's handler is about to bring.
[[noreturn]] void await_end() noexcept;

}  // namespace apsp
