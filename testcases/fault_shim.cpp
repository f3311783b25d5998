// SPDX-License-Identifier: MIT
// For tests, by LD_PRELOAD: system calls on a program's output that fail as told, and a list of
// those that were made. Its orders are in the environment:
//
//   APSP_FAULT="CALL ERROR FIRST COUNT"  calls number FIRST to FIRST + COUNT - 1 (from 1) of CALL
//   fail
//                                        with this errno; 0 for write and pwrite: they are short
//   APSP_TRACE=FILE                      a line for each call: its name, and what it is on
//
// Only calls on the output count: its temporary, its folder, a pipe other than the standard
// streams.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

namespace {

std::atomic<int> calls_so_far = 0;  // of the one in APSP_FAULT

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Returns the kind of `file`: "temporary", "folder", "pipe"; null for all that is no output.
const char* kind_of(int file) {
  char link[64];
  char path[4096];
  ::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = ::readlink(link, path, sizeof path - 1);
  if (size <= 0 || file <= STDERR_FILENO) return nullptr;
  path[size] = '\0';
  if (::strstr(path, ".apsp-") != nullptr) return "temporary";
  struct stat status = {};
  if (::fstat(file, &status) != 0) return nullptr;
  if (S_ISFIFO(status.st_mode)) return "pipe";
  return S_ISDIR(status.st_mode) ? "folder" : nullptr;
}

void trace(const char* call, const char* kind) {
  const char* name = ::getenv("APSP_TRACE");
  if (name == nullptr) return;
  static auto* const real_open = next<int(const char*, int, ...)>("open");
  static auto* const real_write = next<ssize_t(int, const void*, size_t)>("write");
  char line[64];
  const int size = ::snprintf(line, sizeof line, "%s %s\n", call, kind);
  const int file = real_open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0 || real_write(file, line, static_cast<size_t>(size)) < 0) ::abort();
  ::close(file);
}

/// -1: this call is to go on. Else the errno that it fails with, 0 for a short write.
int fault(const char* call) {
  const char* told = ::getenv("APSP_FAULT");
  char name[32];
  int error = 0;
  int first = 0;
  int count = 0;
  if (told == nullptr) return -1;
  if (::sscanf(told, "%31s %d %d %d", name, &error, &first, &count) != 4) ::abort();
  if (::strcmp(name, call) != 0) return -1;
  const int number = ++calls_so_far;
  return number >= first && number - first < count ? error : -1;
}

/// Whether the call on a file of this kind is to fail; then errno is set.
bool fails(const char* call, const char* kind) {
  if (kind == nullptr) return false;
  trace(call, kind);
  const int error = fault(call);
  if (error <= 0) return false;
  errno = error;
  return true;
}

/// As fails(), for a write of `size` bytes, which may become shorter.
bool write_fails(const char* call, int file, size_t& size) {
  const char* kind = kind_of(file);
  if (kind == nullptr) return false;
  trace(call, kind);
  const int error = fault(call);
  if (error == 0) size = std::min<size_t>(size, 1 + size / 3);
  if (error <= 0) return false;
  errno = error;
  return true;
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* data, size_t size) {
  if (write_fails("write", file, size)) return -1;
  return next<decltype(write)>("write")(file, data, size);
}

ssize_t pwrite64(int file, const void* data, size_t size, off64_t offset) {
  if (write_fails("pwrite", file, size)) return -1;
  return next<decltype(pwrite64)>("pwrite64")(file, data, size, offset);
}

int fallocate64(int file, int mode, off64_t offset, off64_t length) {
  if (fails("fallocate", kind_of(file))) return -1;
  return next<decltype(fallocate64)>("fallocate64")(file, mode, offset, length);
}

int ftruncate64(int file, off64_t length) noexcept {
  if (fails("ftruncate", kind_of(file))) return -1;
  return next<decltype(ftruncate64)>("ftruncate64")(file, length);
}

int fsync(int file) {
  if (fails("fsync", kind_of(file))) return -1;
  return next<decltype(fsync)>("fsync")(file);
}

int fchmod(int file, mode_t mode) noexcept {
  if (fails("fchmod", kind_of(file))) return -1;
  return next<decltype(fchmod)>("fchmod")(file, mode);
}

int close(int file) {
  // As on Linux: whatever it says, the descriptor is closed.
  const char* kind = kind_of(file);
  const bool failed = kind != nullptr && ::strcmp(kind, "folder") != 0 && fails("close", kind);
  const int error = errno;
  const int result = next<decltype(close)>("close")(file);
  if (failed) errno = error;
  return failed ? -1 : result;
}

int rename(const char* from, const char* to) noexcept {
  if (fails("rename", "temporary")) return -1;
  return next<decltype(rename)>("rename")(from, to);
}

int mkostemp64(char* path, int flags) {
  if (fails("mkostemp", "folder")) return -1;
  return next<decltype(mkostemp64)>("mkostemp64")(path, flags);
}

void* mmap64(void* where, size_t size, int protection, int flags, int file,
             off64_t offset) noexcept {
  if (file >= 0 && fails("mmap", kind_of(file))) return MAP_FAILED;
  return next<decltype(mmap64)>("mmap64")(where, size, protection, flags, file, offset);
}

int madvise(void* where, size_t size, int advice) noexcept {
  constexpr int kPopulateWrite = 23;
  if (advice == kPopulateWrite && size > 0 && fails("madvise", "temporary")) return -1;
  return next<decltype(madvise)>("madvise")(where, size, advice);
}

}  // extern "C"
