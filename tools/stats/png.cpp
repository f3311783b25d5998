// SPDX-License-Identifier: MIT
#include "tools/stats/png.hpp"

#include <errno.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <system_error>

#include "common/base/error.hpp"
#include "common/io/file_descriptor.hpp"

namespace apsp::stats {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw Error(
      Fault::kOutput,
      fmt::format("{}: cannot be drawn: {}\n--plot FILE.svg needs no other program", path, why));
}

/// Files in memory, so that neither side waits for the other.
FileDescriptor memory_file(const std::string& path) {
  FileDescriptor file(::memfd_create("picture", MFD_CLOEXEC));
  if (!file) fail(path, std::generic_category().message(errno));
  return file;
}

void write_all(int file, const std::string& bytes, const std::string& path) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t done = ::write(file, bytes.data() + at, bytes.size() - at);
    if (done < 0 && errno != EINTR) fail(path, std::generic_category().message(errno));
    if (done > 0) at += static_cast<std::size_t>(done);
  }
  ::lseek(file, 0, SEEK_SET);
}

/// Runs rsvg-convert between two files. Its wait status.
int convert(int input, int output, const std::string& path) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  std::string program = "rsvg-convert";
  std::string format = "--format=png";
  char* const arguments[] = {program.data(), format.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) {
    fail(path,
         "rsvg-convert is not installed (Debian, Ubuntu: librsvg2-bin; Fedora: librsvg2-tools)");
  }
  if (error != 0) fail(path, "rsvg-convert: " + std::generic_category().message(error));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

std::string png_of(const std::string& svg, const std::string& path) {
  const FileDescriptor input = memory_file(path);
  const FileDescriptor output = memory_file(path);
  write_all(input.get(), svg, path);
  const int status = convert(input.get(), output.get(), path);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail(path, "rsvg-convert failed");
  const off_t size = ::lseek(output.get(), 0, SEEK_END);
  std::string png(static_cast<std::size_t>(size), '\0');
  if (::pread(output.get(), png.data(), png.size(), 0) != size)
    fail(path, "the picture is cut off");
  return png;
}

}  // namespace apsp::stats
