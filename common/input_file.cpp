// SPDX-License-Identifier: MIT
#include "common/input_file.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "common/error.hpp"
#include "common/memory.hpp"
#include "common/plural.hpp"

namespace apsp {
namespace {

/// The first block of memory for an input that cannot be mapped. Later ones double what there is.
constexpr std::uint64_t kFirstBlock = std::uint64_t{1} << 20;

[[noreturn]] void fail(const std::string& name, const char* what, int error) {
  throw Error(ExitCode::kInput,
              fmt::format("{}: {}: {}", name, what, std::generic_category().message(error)));
}

}  // namespace

InputFile::InputFile(const std::string& path) : name_(path) {
  if (path.empty()) {
    throw Error(ExitCode::kInput, "the input's path is empty, expected the name of a file");
  }
  const bool standard_input = path == "-" || path == "/dev/stdin";
  if (standard_input) {
    name_ = "standard input";
    file_ = FileDescriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  } else {
    file_ = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  }
  if (!file_) fail(name_, "cannot be opened", errno);

  struct stat status = {};
  if (::fstat(file_.get(), &status) != 0) fail(name_, "cannot be looked at", errno);
  if (S_ISDIR(status.st_mode)) {
    throw Error(ExitCode::kInput, name_ + ": is a folder, expected a file");
  }
  // Standard input may come with a part of it already read. A size of 0 may be no size at all, as
  // in /proc.
  if (S_ISREG(status.st_mode) && status.st_size > 0 && ::lseek(file_.get(), 0, SEEK_CUR) == 0) {
    map(static_cast<std::uint64_t>(status.st_size));
  }
}

InputFile::~InputFile() {
  if (data_ != nullptr) ::munmap(data_, capacity_);
}

void InputFile::map(std::uint64_t size) {
  void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file_.get(), 0);
  if (mapping == MAP_FAILED) return;  // not every file system can; it is read then
  // Reading ahead of the check, which several threads do from several places at once.
  ::madvise(mapping, size, MADV_WILLNEED);
  try {
    bus_error_ = std::make_unique<ExplainBusError>(
        mapping, size,
        name_ + ": cannot be read any more: it shrank, or its disk failed, while in use",
        ExitCode::kInput);
  } catch (...) {
    ::munmap(mapping, size);
    throw;
  }
  data_ = static_cast<std::byte*>(mapping);
  size_ = capacity_ = size;
}

void InputFile::read_to(std::uint64_t size) {
  if (mapped()) return;
  while (size_ < size) {
    if (size_ == capacity_) grow(size);
    const std::size_t room =
        static_cast<std::size_t>(std::min<std::uint64_t>(capacity_, size)) - size_;
    const ssize_t got = ::read(file_.get(), data_ + size_, room);
    if (got == 0) return;
    if (got > 0) {
      size_ += static_cast<std::size_t>(got);
    } else if (errno == EAGAIN) {
      struct pollfd ready = {file_.get(), POLLIN, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      fail(name_, "cannot be read", errno);
    }
  }
}

void InputFile::grow(std::uint64_t wanted) {
  const std::uint64_t capacity =
      std::min(wanted, std::max(kFirstBlock, 2 * std::uint64_t{capacity_}));
  const std::string what = fmt::format("{}: after {}", name_, counted(size_, "byte"));
  require_memory(capacity - capacity_, what);
  // The kernel moves the pages, so growing never copies and never holds the data twice.
  void* mapping = data_ == nullptr ? ::mmap(nullptr, capacity, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                   : ::mremap(data_, capacity_, capacity, MREMAP_MAYMOVE);
  if (mapping == MAP_FAILED) {
    throw Error(
        ExitCode::kMemory,
        fmt::format("{}: another {} of memory are needed, {} are available", what,
                    describe_bytes(capacity - capacity_), describe_bytes(available_memory())));
  }
  data_ = static_cast<std::byte*>(mapping);
  capacity_ = capacity;
}

}  // namespace apsp
