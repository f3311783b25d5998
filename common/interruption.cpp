// SPDX-License-Identifier: MIT
#include "common/interruption.hpp"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <functional>
#include <utility>

#include "common/error.hpp"

namespace apsp {
namespace {

// What the handlers read: fixed tables of lock-free pointers, since a handler may neither allocate
// nor lock.
constexpr std::size_t kSlots = 16;
template <typename T>
using Slots = std::array<std::atomic<const T*>, kSlots>;
static_assert(std::atomic<const char*>::is_always_lock_free);

constinit Slots<char> temporaries{};
constinit Slots<ExplainBusError> mappings{};
constinit std::atomic_flag ending{};
constinit std::atomic<int> line_on = -1;  // the terminal with a line to erase

template <typename T>
void take_slot(Slots<T>& slots, const T* entry) {
  for (std::atomic<const T*>& slot : slots) {
    const T* expected = nullptr;
    if (slot.compare_exchange_strong(expected, entry)) return;
  }
  throw Error(ExitCode::kInternal, "too many files are open for the signal handler to look after");
}

/// Returns false if the entry is gone: a handler has taken it.
template <typename T>
bool leave_slot(Slots<T>& slots, const T* entry) noexcept {
  for (std::atomic<const T*>& slot : slots) {
    const T* expected = entry;
    if (slot.compare_exchange_strong(expected, nullptr)) return true;
  }
  return false;
}

/// Waits for the end that another thread's handler is about to bring.
[[noreturn]] void await_end() noexcept {
  for (;;) ::pause();
}

void remove_temporaries() noexcept {
  for (std::atomic<const char*>& slot : temporaries) {
    // Taken, not just read: the string must outlive the unlink.
    if (const char* path = slot.exchange(nullptr)) ::unlink(path);
  }
}

[[noreturn]] void die_of(int signal_number) noexcept {
  ::signal(signal_number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  ::raise(signal_number);
  ::_exit(128 + signal_number);
}

void erase_line() noexcept {
  constexpr char kErase[] = "\r\x1b[K";
  const int terminal = line_on;
  // Nothing can be done where it has gone.
  if (terminal >= 0 && ::write(terminal, kErase, sizeof kErase - 1) < 0) return;
}

void on_interruption(int signal_number) noexcept {
  if (ending.test_and_set()) await_end();
  remove_temporaries();
  erase_line();
  die_of(signal_number);
}

void say(const char* text, std::size_t size) noexcept {
  // Nothing can be done where standard error is closed.
  if (::write(STDERR_FILENO, text, size) < 0) return;
}

void on_bus_error(int signal_number, siginfo_t* info, void*) noexcept {
  if (ending.test_and_set()) await_end();
  remove_temporaries();
  erase_line();
  for (std::atomic<const ExplainBusError*>& slot : mappings) {
    const ExplainBusError* mapping = slot.load();
    if (mapping != nullptr && mapping->contains(info->si_addr)) {
      say(program_invocation_short_name, ::strlen(program_invocation_short_name));
      say(": ", 2);
      say(mapping->message().data(), mapping->message().size());
      say("\n", 1);
      ::_exit(static_cast<int>(mapping->code()));
    }
  }
  die_of(signal_number);
}

}  // namespace

void handle_interruptions() {
  struct sigaction action = {};
  // All together, so that no handler interrupts another one of the same thread.
  sigemptyset(&action.sa_mask);
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGBUS}) sigaddset(&action.sa_mask, s);
  action.sa_handler = on_interruption;
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

void erase_line_on_signal(int descriptor) noexcept {
  line_on = descriptor;
}

RemoveOnSignal::RemoveOnSignal(std::string path) : path_(std::move(path)) {
  take_slot<char>(temporaries, path_.data());
}

RemoveOnSignal::~RemoveOnSignal() {
  // A handler in another thread is using path_: this thread has no future to hurry to.
  if (!leave_slot<char>(temporaries, path_.data())) await_end();
}

ExplainBusError::ExplainBusError(const void* address, std::size_t size, std::string message,
                                 ExitCode code)
    : first_(static_cast<const std::byte*>(address)),
      size_(size),
      message_(std::move(message)),
      code_(code) {
  take_slot<ExplainBusError>(mappings, this);
}

ExplainBusError::~ExplainBusError() {
  leave_slot<ExplainBusError>(mappings, this);
}

bool ExplainBusError::contains(const void* address) const noexcept {
  const auto* byte = static_cast<const std::byte*>(address);
  return std::less_equal<>()(first_, byte) && std::less<>()(byte, first_ + size_);
}

}  // namespace apsp
