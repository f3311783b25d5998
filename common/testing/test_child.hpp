// SPDX-License-Identifier: MIT
// For tests: a child process, for what must not happen to the test program itself (signals,
// limits).
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <stdexcept>
#include <string>

#include "common/app/exit_code.hpp"
#include "common/base/error.hpp"

namespace apsp::test {

/// How a child ended, and what it wrote to standard error.
struct Ending {
  int exit_code = -1;  // -1 if a signal ended it
  int signal = 0;
  std::string said;
};

/// A child process that runs `work`. Its exit code is what `work` returns; an Error that escapes is
/// written to standard error and its code is the exit code. No assertions in there: nobody would
/// hear of them. Start no OpenMP threads in there: the runtime does not survive a fork. Start no
/// child while another thread runs: a lock that it holds, of AddressSanitizer's heap for one, stays
/// locked in the child.
class Child {
 public:
  template <typename Work>
  explicit Child(Work work) {
    int pipe_ends[2];
    if (::pipe(pipe_ends) != 0) throw std::runtime_error("pipe failed");
    process_ = ::fork();
    if (process_ < 0) throw std::runtime_error("fork failed");
    if (process_ == 0) {
      ::close(pipe_ends[0]);
      ::dup2(pipe_ends[1], STDERR_FILENO);
      ::close(pipe_ends[1]);
      int code = 99;
      std::string message;
      try {
        code = work();
      } catch (const Error& error) {
        code = exit_code(error.fault());
        message = error.what();
      } catch (const std::exception& error) {
        message = error.what();
      }
      if (::write(STDERR_FILENO, message.data(), message.size()) < 0) code = 98;
      ::_exit(code);
    }
    ::close(pipe_ends[1]);
    said_ = pipe_ends[0];
  }

  /// Waits for its end, and for that of the children started after it. Call it once.
  Ending wait() {
    Ending ending;
    char block[4096];
    for (ssize_t got; (got = ::read(said_, block, sizeof block)) > 0;) {
      ending.said.append(block, static_cast<std::size_t>(got));
    }
    ::close(said_);
    int status = 0;
    ::waitpid(process_, &status, 0);
    if (WIFEXITED(status)) ending.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
    return ending;
  }

 private:
  pid_t process_ = -1;
  int said_ = -1;  // what the child writes to standard error arrives here
};

/// Runs `work` in a child process and waits. See Child.
template <typename Work>
Ending run_child(Work work) {
  return Child(work).wait();
}

}  // namespace apsp::test
