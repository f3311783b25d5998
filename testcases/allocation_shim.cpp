// SPDX-License-Identifier: MIT
// For tests, by LD_PRELOAD: allocation number N of a program fails, where the environment says
// APSP_ALLOCATION=N. It counts from 1 once the program's signal handlers stand: before, main() has
// not begun. With APSP_ALLOCATION_START=S, once they were set for time S. Not for use with
// AddressSanitizer, which has an allocator of its own.
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include <atomic>

namespace {

std::atomic<long> starts = 0;  // how often the handlers were set
std::atomic<long> left = 0;    // allocations until the one that fails; 0 or less: none does

}  // namespace

extern "C" {

void* __libc_malloc(size_t size);

sighandler_t signal(int number, sighandler_t handler) noexcept {
  const auto real = reinterpret_cast<decltype(&signal)>(::dlsym(RTLD_NEXT, "signal"));
  const sighandler_t result = real(number, handler);
  const char* told = ::getenv("APSP_ALLOCATION");
  const char* start = ::getenv("APSP_ALLOCATION_START");
  // The last one of those that a program sets.
  if (told != nullptr && number == SIGPIPE && ++starts == (start == nullptr ? 1 : ::atol(start))) {
    left = ::atol(told);
  }
  return result;
}

void* malloc(size_t size) {
  if (left > 0 && --left == 0) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_malloc(size);
}

}  // extern "C"
