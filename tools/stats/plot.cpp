// SPDX-License-Identifier: MIT
#include "tools/stats/plot.hpp"

#include <errno.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "common/base/error.hpp"
#include "common/io/file_descriptor.hpp"

namespace apsp::stats {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw Error(Fault::kOutput,
              fmt::format("{}: cannot be drawn: {}\n--plot needs Python 3 with matplotlib, --json "
                          "needs neither; hw3-plot draws its file on any machine",
                          path, why));
}

/// A file in memory, so that neither process waits for the other.
FileDescriptor memory_file(const std::string& path) {
  FileDescriptor file(::memfd_create("hw3-stats", MFD_CLOEXEC));
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

std::string read_all(int file) {
  const off_t size = ::lseek(file, 0, SEEK_END);
  std::string text(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
  const ssize_t done = ::pread(file, text.data(), text.size(), 0);
  text.resize(done > 0 ? static_cast<std::size_t>(done) : 0);
  return text;
}

/// The script beside this program; else its name, for a search of the PATH.
std::string script() {
  std::error_code unknown;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", unknown);
  const std::filesystem::path beside = self.parent_path() / "hw3-plot";
  return !unknown && ::access(beside.c_str(), X_OK) == 0 ? beside.string() : "hw3-plot";
}

/// Runs `hw3-plot - PATH` with standard input and standard error in files. Its wait status.
int run_script(int input, int messages, const std::string& path) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
  std::string program = script();
  std::string summary = "-";
  std::string picture = path.starts_with('-') ? "./" + path : path;  // not an option
  char* const arguments[] = {program.data(), summary.data(), picture.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) fail(path, program + ": " + std::generic_category().message(error));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// The messages of the script without its name and without the last line's end.
std::string message_of(std::string messages) {
  constexpr std::string_view kName = "hw3-plot: ";
  if (messages.starts_with(kName)) messages.erase(0, kName.size());
  while (messages.ends_with('\n')) messages.pop_back();
  return messages.empty() ? "hw3-plot failed" : messages;
}

}  // namespace

bool is_picture(const std::string& path) {
  return path.ends_with(".svg") || path.ends_with(".png") || path.ends_with(".pdf");
}

void plot(const std::string& json, const std::string& path) {
  const FileDescriptor input = memory_file(path);
  const FileDescriptor messages = memory_file(path);
  write_all(input.get(), json, path);
  const int status = run_script(input.get(), messages.get(), path);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    fail(path, message_of(read_all(messages.get())));
}

}  // namespace apsp::stats
