// SPDX-License-Identifier: MIT
#include "common/io/input_file.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

#include "common/base/error.hpp"

namespace apsp {
namespace {

[[noreturn]] void refuse_input(const std::string& name, const char* what, int error) {
  throw Error(Fault::kInput,
              fmt::format("{}: {}: {}", name, what, std::generic_category().message(error)));
}

}  // namespace

InputFile::InputFile(const std::string& path, const std::string& name)
    : name_(name.empty() ? path : name) {
  if (path.empty()) {
    throw Error(Fault::kInput, "the input's path is empty, expected the name of a file");
  }
  const bool standard_input = path == "-" || path == "/dev/stdin";
  if (standard_input) {
    if (name.empty()) name_ = "standard input";
    file_ = FileDescriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  } else {
    file_ = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  }
  if (!file_) refuse_input(name_, "cannot be opened", errno);

  struct stat status = {};
  if (::fstat(file_.get(), &status) != 0) refuse_input(name_, "cannot be looked at", errno);
  if (S_ISDIR(status.st_mode)) {
    throw Error(Fault::kInput, name_ + ": is a folder, expected a file");
  }
  // Standard input may come with a part of it already read. A size of 0 may be no size at all, as
  // in /proc.
  if (S_ISREG(status.st_mode) && status.st_size > 0 && ::lseek(file_.get(), 0, SEEK_CUR) == 0) {
    size_ = static_cast<std::uint64_t>(status.st_size);
    map(*size_);
  }
}

InputFile::~InputFile() {
  if (!mapping_.empty()) ::munmap(mapping_.data(), mapping_.size());
}

void InputFile::map(std::uint64_t size) {
  void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file_.get(), 0);
  if (mapping == MAP_FAILED) return;  // not every file system can; it is read then
  // Reads ahead of the check, in which several threads start at several positions.
  ::madvise(mapping, size, MADV_WILLNEED);
  try {
    bus_error_ = std::make_unique<ExplainBusError>(
        mapping, size,
        name_ + ": cannot be read any more: it shrank, or its disk failed, while in use",
        Fault::kInput);
  } catch (...) {
    ::munmap(mapping, size);
    throw;
  }
  mapping_ = {static_cast<std::byte*>(mapping), size};
}

void InputFile::read_to(std::uint64_t size) {
  if (mapped()) return;
  while (memory_.bytes().size() < size) {
    const std::span<std::byte> room = memory_.room(size, name_);
    const ssize_t got = ::read(file_.get(), room.data(), room.size());
    if (got == 0) return;
    if (got > 0) {
      memory_.filled(static_cast<std::size_t>(got));
    } else if (errno == EAGAIN) {
      struct pollfd ready = {file_.get(), POLLIN, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      refuse_input(name_, "cannot be read", errno);
    }
  }
}

}  // namespace apsp
