// SPDX-License-Identifier: MIT
#include "common/base/signal_cleanup.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <functional>
#include <utility>

namespace apsp {
namespace {

// Tables that the handlers read: fixed and of lock-free pointers, since a handler may neither
// allocate nor lock.
constexpr std::size_t kSlots = 16;
template <typename T>
using Slots = std::array<std::atomic<const T*>, kSlots>;
static_assert(std::atomic<const char*>::is_always_lock_free);

constinit Slots<char> temporaries{};
constinit Slots<ExplainBusError> mappings{};
constinit std::atomic<bool> expected = false;
constinit std::atomic<int> line_on = -1;  // the terminal with a line to erase

/// Returns whether the entry is registered: not where no handler would read it.
template <typename T>
bool take_slot(Slots<T>& slots, const T* entry) {
  if (!expected) return false;
  for (std::atomic<const T*>& slot : slots) {
    const T* empty = nullptr;
    if (slot.compare_exchange_strong(empty, entry)) return true;
  }
  throw Error(Fault::kInternal, "too many files are open for the signal handler to look after");
}

/// Returns false if the entry is gone: a handler has taken it.
template <typename T>
bool leave_slot(Slots<T>& slots, const T* entry) noexcept {
  for (std::atomic<const T*>& slot : slots) {
    const T* own = entry;
    if (slot.compare_exchange_strong(own, nullptr)) return true;
  }
  return false;
}

void remove_temporaries() noexcept {
  for (std::atomic<const char*>& slot : temporaries) {
    // Taken, not just read: the string must outlive the unlink.
    if (const char* path = slot.exchange(nullptr)) ::unlink(path);
  }
}

void erase_line() noexcept {
  constexpr char kErase[] = "\r\x1b[K";
  const int terminal = line_on;
  // Nothing can be done where it has gone.
  if (terminal >= 0 && ::write(terminal, kErase, sizeof kErase - 1) < 0) return;
}

}  // namespace

void expect_signals() noexcept {
  expected = true;
}

void erase_line_on_signal(int descriptor) noexcept {
  line_on = descriptor;
}

RemoveOnSignal::RemoveOnSignal(std::string path)
    : path_(std::move(path)), registered_(take_slot<char>(temporaries, path_.data())) {}

RemoveOnSignal::~RemoveOnSignal() {
  // A handler in another thread is using path_: this thread has no future to hurry to.
  if (registered_ && !leave_slot<char>(temporaries, path_.data())) await_end();
}

ExplainBusError::ExplainBusError(const void* address, std::size_t size, std::string message,
                                 Fault fault)
    : first_(static_cast<const std::byte*>(address)),
      size_(size),
      message_(std::move(message)),
      fault_(fault),
      registered_(take_slot<ExplainBusError>(mappings, this)) {}

ExplainBusError::~ExplainBusError() {
  if (registered_) leave_slot<ExplainBusError>(mappings, this);
}

bool ExplainBusError::contains(const void* address) const noexcept {
  const auto* byte = static_cast<const std::byte*>(address);
  return std::less_equal<>()(first_, byte) && std::less<>()(byte, first_ + size_);
}

void clean_up_in_handler() noexcept {
  remove_temporaries();
  erase_line();
}

const ExplainBusError* find_mapping_in_handler(const void* address) noexcept {
  for (std::atomic<const ExplainBusError*>& slot : mappings) {
    const ExplainBusError* mapping = slot.load();
    if (mapping != nullptr && mapping->contains(address)) return mapping;
  }
  return nullptr;
}

[[noreturn]] void await_end() noexcept {
  for (;;) ::pause();
}

}  // namespace apsp
