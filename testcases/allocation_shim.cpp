// SPDX-License-Identifier: MIT
// For tests, by LD_PRELOAD: allocation number N of a program fails, where the environment says
// APSP_ALLOCATION=N. It counts from 1 once the program's signal handlers stand: before, main() has
// not begun. Not for use with AddressSanitizer, which has an allocator of its own.
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include <atomic>

namespace {

std::atomic<long> left = 0;  // allocations until the one that fails; 0 or less: none does

}  // namespace

extern "C" {

void* __libc_malloc(size_t size);

int sigaction(int number, const struct sigaction* now, struct sigaction* before) noexcept {
  const auto real = reinterpret_cast<decltype(&sigaction)>(::dlsym(RTLD_NEXT, "sigaction"));
  const int result = real(number, now, before);
  const char* told = ::getenv("APSP_ALLOCATION");
  if (told != nullptr && number == SIGBUS) left = ::atol(told);
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
