// SPDX-License-Identifier: MIT
// Handles SIGINT, SIGTERM, SIGHUP, and SIGBUS from a file that shrinks while it is mapped: removes
// temporary files, then ends the process as the signal says.
#pragma once

namespace apsp {

/// Installs the handlers. Calling it again is harmless, and installs them again where something
/// else, such as a test framework, has put its own in between.
/// - SIGINT, SIGTERM, SIGHUP: clean up (common/base/signal_cleanup.hpp), then die of the signal, so
///   that a shell sees 128 + s. A signal that was ignored at start (nohup) stays ignored.
/// - SIGBUS inside a registered mapping: its message to standard error, the same clean-up, its
///   exit code. Any other SIGBUS: the clean-up, then death of SIGBUS.
/// - SIGXFSZ and SIGPIPE are ignored, so that write() reports EFBIG and EPIPE instead.
void handle_interruptions();

/// While it lives, the first SIGINT, SIGTERM or SIGHUP is noted and the run goes on, so that it can
/// end in order. A second one ends the process at once, as without it. One object at a time.
class NotedSignal {
 public:
  NotedSignal() noexcept;
  /// Cleans up and dies of the signal, if one was noted.
  ~NotedSignal();
  NotedSignal(const NotedSignal&) = delete;
  NotedSignal& operator=(const NotedSignal&) = delete;

  /// Whether a signal was noted. Any thread.
  [[nodiscard]] static bool came() noexcept;
};

}  // namespace apsp
