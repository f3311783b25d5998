// SPDX-License-Identifier: MIT
#include "common/app/interruption.hpp"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <atomic>

#include "common/app/exit_code.hpp"
#include "common/base/signal_cleanup.hpp"

namespace apsp {
namespace {

constinit std::atomic_flag ending{};

// The number of a signal, once one has come.
constexpr int kEnds = 0;      // a signal ends the process
constexpr int kIsNoted = -1;  // the first one is noted
constinit std::atomic<int> noted = kEnds;
static_assert(std::atomic<int>::is_always_lock_free);

[[noreturn]] void die_of(int signal_number) noexcept {
  ::signal(signal_number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  ::raise(signal_number);
  ::_exit(128 + signal_number);
}

void on_interruption(int signal_number) noexcept {
  int none = kIsNoted;
  if (noted.compare_exchange_strong(none, signal_number)) return;
  if (none > kEnds && signal_number == SIGHUP) return;  // a terminal that closes may send two
  if (ending.test_and_set()) await_end();
  clean_up_in_handler();
  die_of(signal_number);
}

void say(const char* text, std::size_t size) noexcept {
  // Nothing can be done where standard error is closed.
  if (::write(STDERR_FILENO, text, size) < 0) return;
}

void on_bus_error(int signal_number, siginfo_t* info, void*) noexcept {
  if (ending.test_and_set()) await_end();
  clean_up_in_handler();
  if (const ExplainBusError* mapping = find_mapping_in_handler(info->si_addr)) {
    say(program_invocation_short_name, ::strlen(program_invocation_short_name));
    say(": ", 2);
    say(mapping->message().data(), mapping->message().size());
    say("\n", 1);
    ::_exit(exit_code(mapping->fault()));
  }
  die_of(signal_number);
}

}  // namespace

NotedSignal::NotedSignal() noexcept {
  noted = kIsNoted;
}

NotedSignal::~NotedSignal() {
  const int came = noted.exchange(kEnds);
  if (came <= 0) return;
  if (ending.test_and_set()) await_end();
  clean_up_in_handler();
  die_of(came);
}

bool NotedSignal::came() noexcept {
  return noted.load(std::memory_order_relaxed) > 0;
}

void handle_interruptions() {
  expect_signals();
  struct sigaction action = {};
  // All together, so that no handler interrupts another one of the same thread.
  sigemptyset(&action.sa_mask);
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGBUS}) sigaddset(&action.sa_mask, s);
  action.sa_handler = on_interruption;
  action.sa_flags = SA_RESTART;  // a signal that is noted breaks no call of a driver
  for (const int s : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    ::sigaction(s, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(s, &action, nullptr);
  }
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = on_bus_error;
  ::sigaction(SIGBUS, &action, nullptr);
  ::signal(SIGXFSZ, SIG_IGN);
  ::signal(SIGPIPE, SIG_IGN);
}

}  // namespace apsp
