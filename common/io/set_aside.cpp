// SPDX-License-Identifier: MIT
#include "common/io/set_aside.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "common/base/error.hpp"
#include "common/io/file_descriptor.hpp"

namespace apsp {
namespace {

[[noreturn]] void refuse_output(const std::string& path, const char* what, int error) {
  throw Error(Fault::kOutput,
              fmt::format("{}: {}: {}", path, what, std::generic_category().message(error)));
}

}  // namespace

SetAside::SetAside(const std::string& path) : path_(path) {
  std::error_code unknown;
  if (path.empty() || !std::filesystem::is_regular_file(path, unknown)) return;
  const std::filesystem::path name = path;
  constexpr std::size_t kLongestStem = 200;  // as for the temporaries of OutputFile
  const std::string stem = name.filename().string().substr(0, kLongestStem);
  std::string aside = (name.parent_path() / ("." + stem + ".apsp-XXXXXX")).string();

  sigset_t ending;
  ::sigemptyset(&ending);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&ending, number);
  ::pthread_sigmask(SIG_BLOCK, &ending, &blocked_before_);
  int error = 0;
  if (const FileDescriptor file(::mkostemp(aside.data(), O_CLOEXEC)); !file) {
    error = errno;
  } else if (::rename(path.c_str(), aside.c_str()) != 0) {
    error = errno;
    ::unlink(aside.c_str());
  }
  if (error != 0) {
    ::pthread_sigmask(SIG_SETMASK, &blocked_before_, nullptr);
    refuse_output(path, "belongs to the output's predecessor and cannot be moved", error);
  }
  aside_ = aside;
}

SetAside::~SetAside() {
  if (aside_.empty()) return;
  ::rename(aside_.c_str(), path_.c_str());
  ::pthread_sigmask(SIG_SETMASK, &blocked_before_, nullptr);
}

void SetAside::remove() {
  if (aside_.empty()) return;
  const int error = ::unlink(aside_.c_str()) == 0 ? 0 : errno;
  if (error != 0) refuse_output(path_, "cannot be removed", error);
  aside_.clear();
  ::pthread_sigmask(SIG_SETMASK, &blocked_before_, nullptr);
}

}  // namespace apsp
