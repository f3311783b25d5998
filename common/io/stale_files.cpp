// SPDX-License-Identifier: MIT
#include "common/io/stale_files.hpp"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <string_view>

#include "common/io/file_descriptor.hpp"

namespace apsp {
namespace {

constexpr int kMostNames = 10'000;
constexpr std::size_t kSuffix = 6;  // length of XXXXXX, which mkostemp() replaces

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

/// Removes a file whose lock is free. The process that holds the lock is alive, because the kernel
/// releases it with the process. The file is removed under the lock; a run that has made it but not
/// locked it yet notices that: see mark_in_use().
void remove_unless_in_use(int folder, const char* name) noexcept {
  const FileDescriptor file(
      ::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  struct stat status = {};
  if (!file || ::fstat(file.get(), &status) != 0) return;
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid()) return;
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) return;
  ::unlinkat(folder, name, 0);
}

}  // namespace

bool mark_in_use(int file) {
  while (::flock(file, LOCK_EX) != 0) {
    if (errno != EINTR) return true;
  }
  struct stat status = {};
  return ::fstat(file, &status) != 0 || status.st_nlink > 0;
}

void remove_stale_files(const std::string& folder, const std::string& prefix) noexcept {
  const std::unique_ptr<DIR, CloseFolder> entries(::opendir(folder.c_str()));
  if (!entries) return;
  for (int looked = 0; looked < kMostNames; ++looked) {
    const dirent* entry = ::readdir(entries.get());
    if (entry == nullptr) return;
    const std::string_view name = entry->d_name;
    if (name.size() == prefix.size() + kSuffix && name.substr(0, prefix.size()) == prefix) {
      remove_unless_in_use(::dirfd(entries.get()), entry->d_name);
    }
  }
}

}  // namespace apsp
