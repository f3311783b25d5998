// SPDX-License-Identifier: MIT
#include "common/io/output_file.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ios>
#include <limits>
#include <system_error>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/io/follow_links.hpp"
#include "common/io/set_aside.hpp"
#include "common/io/stale_files.hpp"
#include "common/io/standard_output.hpp"

namespace apsp {
namespace {

/// Permissions of a new file: rw for all, less the umask. Read from /proc, because umask() can only
/// be asked by changing it for all threads; where that fails the file stays private.
unsigned new_file_mode() {
  std::ifstream status("/proc/self/status");
  unsigned mask = 0077;
  for (std::string word, rest; status >> word; std::getline(status, rest)) {
    if (word == "Umask:") {
      status >> std::oct >> mask;
      break;
    }
  }
  return 0666 & ~mask;
}

/// Calls `call` until it is not interrupted; with a descriptor in non-blocking mode, until it would
/// not have to wait.
template <typename Call>
ssize_t persist(int descriptor, Call call) {
  for (;;) {
    const ssize_t result = call();
    if (result >= 0 || (errno != EINTR && errno != EAGAIN)) return result;
    if (errno == EAGAIN) {
      struct pollfd ready = {descriptor, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    }
  }
}

}  // namespace

OutputFile::OutputFile(const std::string& path, std::uint64_t size,
                       const std::optional<SharedOutput>& shared)
    : name_(path.empty() ? "output" : path),
      size_(size),
      own_bytes_(shared ? shared->own_bytes : size),
      own_begin_(shared ? shared->own_begin : 0),
      shared_(shared.has_value()) {
  if (path.empty()) {
    throw Error(Fault::kOutput, "the output's path is empty, expected the name of a file");
  }
  if (shared && !shared->temporary.empty()) {
    target_ = path;
    joined_ = true;
    open_shared(shared->temporary);
    return;
  }
  if (is_standard_output(path)) {
    name_ = "standard output";
    open_stream(true);
    return;
  }
  struct stat status = {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) fail("cannot be written", errno);
  if ((exists && S_ISDIR(status.st_mode)) || path.back() == '/') {
    throw Error(Fault::kOutput, name_ + ": is a folder, expected the name of a file");
  }
  if (exists && !S_ISREG(status.st_mode)) {
    open_stream(false);
    return;
  }

  target_ = follow_links(path).string();
  if (target_.empty()) fail("cannot be written", errno);
  // A rename would replace a write-protected file all the same; its owner meant it to stay.
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail("cannot be replaced", errno);
  mode_ = exists ? status.st_mode & 0777 : new_file_mode();
  open_temporary();
  try {
    reserve();
  } catch (...) {
    ::unlink(temporary_->path());
    throw;
  }
}

OutputFile::~OutputFile() {
  if (temporary_) ::unlink(temporary_->path());
}

void OutputFile::open_stream(bool standard_output) {
  if (shared_) {
    throw Error(Fault::kOutput,
                name_ + ": is a pipe or a device, expected a file: several processes write it");
  }
  if (standard_output) {
    // A descriptor of its own, so that commit() hears what close() has to say.
    file_ = FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  } else {
    file_ = FileDescriptor(::open(name_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  }
  if (!file_) fail("cannot be opened for writing", errno);
}

void OutputFile::open_temporary() {
  const std::filesystem::path target = target_;
  folder_ = target.parent_path().empty() ? "." : target.parent_path().string();
  // Short enough for every file system even where the final name is as long as can be.
  constexpr std::size_t kLongestStem = 200;
  const std::string stem = target.filename().string().substr(0, kLongestStem);
  const std::string prefix = "." + stem + ".apsp-";
  remove_stale_files(folder_, prefix);
  do {
    temporary_ = std::make_unique<RemoveOnSignal>(folder_ + "/" + prefix + "XXXXXX");
    file_ = FileDescriptor(::mkostemp(temporary_->path(), O_CLOEXEC));
    if (!file_) {
      const int error = errno;
      temporary_.reset();
      fail(fmt::format("cannot create a file in the folder {}", folder_), error);
    }
  } while (!mark_in_use(file_.get()));
}

/// Opens what another process has made. A network's file system may take a moment to show it.
void OutputFile::open_shared(const std::string& temporary) {
  constexpr int kTries = 30;
  temporary_ = std::make_unique<RemoveOnSignal>(temporary);
  for (int tries = 0; !file_ && tries < kTries; ++tries) {
    if (tries > 0) ::usleep(100'000);
    file_ = FileDescriptor(::open(temporary_->path(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file_ && errno != ENOENT && errno != ESTALE) break;
  }
  struct stat status = {};
  if (file_ && ::fstat(file_.get(), &status) == 0 &&
      static_cast<std::uint64_t>(status.st_size) == size_) {
    // Where its maker could not reserve it, a full disk would be a bus error.
    constexpr std::uint64_t kBlock = 512;
    if (static_cast<std::uint64_t>(status.st_blocks) * kBlock < size_) return;
    FileDescriptor both(::open(temporary_->path(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    if (!both) return;
    map_own_part(both.get());
    if (!pages_) return;
    file_ = std::move(both);
    pages_->start(false);
    return;
  }
  const int error = file_ ? EINVAL : errno;
  temporary_.reset();
  fail("cannot be opened here, expected a folder that all processes share", error);
}

void OutputFile::reserve() {
  if (size_ > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max())) {
    fail(fmt::format("cannot hold {}", counted(size_, "byte")), EFBIG);
  }
  map_own_part(file_.get());
  // Others count on the bytes of a shared one: these are reserved before they look.
  const bool later = pages_ && !shared_ && is_memory_backed(file_.get());
  if (later) {
    set_length_if_free();
  } else {
    allocate();
  }
  if (pages_) {
    pages_->start(later);
  } else if (shared_) {
    write_only();
  }
}

/// NFS sends whole pages of a file that is open for reading, others' bytes in them too.
void OutputFile::write_only() {
  FileDescriptor writer(::open(temporary_->path(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!writer) fail("cannot be opened for writing", errno);
  in_use_ = std::move(file_);  // which has the mark
  file_ = std::move(writer);
}

void OutputFile::map_own_part(int file) {
  if (!own_begin_) return;
  pages_ = OutputPages::map(file, {*own_begin_, *own_begin_ + own_bytes_, size_}, name_);
}

/// A full disk shows now, not after the work. And blocks that are there already spare the rename
/// the flush that ext4 does before it replaces a file of delayed blocks.
void OutputFile::allocate() {
  const auto length = static_cast<off_t>(size_);
  ssize_t result = 0;
  if (size_ > 0) {
    result = persist(file_.get(), [&] { return ::fallocate(file_.get(), 0, 0, length); });
  }
  if (result != 0 && (errno == EOPNOTSUPP || errno == ENOSYS)) {
    // No reserving here: a full disk will show when it is written to, but not to a mapping.
    pages_.reset();
    result = persist(file_.get(), [&] { return ::ftruncate(file_.get(), length); });
  }
  if (result != 0) fail(fmt::format("cannot reserve {}", counted(size_, "byte")), errno);
}

/// Checks the free space as allocate() does, without making the pages.
void OutputFile::set_length_if_free() {
  struct statvfs disk = {};
  const bool known = ::fstatvfs(file_.get(), &disk) == 0 && disk.f_blocks > 0;  // 0: no limit
  if (known && (size_ - 1) / disk.f_frsize >= disk.f_bavail) {
    fail(fmt::format("cannot reserve {}", counted(size_, "byte")), ENOSPC);
  }
  if (::ftruncate(file_.get(), static_cast<off_t>(size_)) != 0) {
    fail(fmt::format("cannot reserve {}", counted(size_, "byte")), errno);
  }
}

void OutputFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (offset > size_ || bytes.size() > size_ - offset) {
    throw Error(Fault::kInternal,
                fmt::format("{}: a write of {} bytes at byte {}, expected the output to end at {}",
                            name_, bytes.size(), offset, size_));
  }
  if (bytes.empty()) return;
  if (own_begin_ && (offset < *own_begin_ || offset + bytes.size() > *own_begin_ + own_bytes_)) {
    throw Error(
        Fault::kInternal,
        fmt::format("{}: a write of {} bytes at byte {}, expected one of {} bytes from {} on",
                    name_, bytes.size(), offset, own_bytes_, *own_begin_));
  }
  if (!temporary_) return write_in_turn(offset, bytes);
  const std::uint64_t end = offset + bytes.size();
  std::unique_lock writing(writing_, std::defer_lock);
  // A page that is not made is made quicker by writing it than by a copy that runs into it, but
  // only one thread at a time can write.
  if (pages_ && (end <= pages_->made() || (end <= pages_->reserved() && !writing.try_lock()))) {
    pages_->copy(offset, bytes);
    written_ += bytes.size();
  } else {
    write_in_place(offset, bytes);
  }
}

void OutputFile::write_in_place(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = persist(file_.get(), [&] {
      return ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    });
    if (done < 0) fail(fmt::format("cannot write at byte {}", offset), errno);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
    written_ += static_cast<std::uint64_t>(done);
  }
}

void OutputFile::write_in_turn(std::uint64_t offset, std::span<const std::byte> bytes) {
  std::unique_lock lock(turn_);
  await_turn(offset, lock);
  if (broken_) std::rethrow_exception(broken_);
  if (written_ != offset) {
    throw Error(Fault::kInternal, fmt::format("{}: byte {} was written twice", name_, offset));
  }
  while (!bytes.empty()) {
    const ssize_t done =
        persist(file_.get(), [&] { return ::write(file_.get(), bytes.data(), bytes.size()); });
    if (done < 0) {
      broken_ = std::make_exception_ptr(
          failure(fmt::format("cannot write at byte {}", written_.load()), errno));
      notify_all_waiting();
      std::rethrow_exception(broken_);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    written_ += static_cast<std::uint64_t>(done);
  }
  for (auto next = waiting_.begin(); next != waiting_.end() && next->first <= written_; ++next) {
    next->second->notify_one();
  }
}

/// Waits until all before `offset` is written, or nothing more can be. Each thread has a condition
/// of its own: to wake all of them for each chunk takes ten times as long.
void OutputFile::await_turn(std::uint64_t offset, std::unique_lock<std::mutex>& lock) {
  const auto has_come = [&] { return broken_ || written_ >= offset; };
  if (has_come()) return;
  std::condition_variable turn;
  const auto place = waiting_.emplace(offset, &turn);
  turn.wait(lock, has_come);
  waiting_.erase(place);
}

/// Under turn_: a thread that wakes leaves with its condition.
void OutputFile::notify_all_waiting() noexcept {
  for (const auto& [offset, turn] : waiting_) turn->notify_one();
}

void OutputFile::abandon(const std::exception_ptr& cause) noexcept {
  const std::lock_guard lock(turn_);
  if (!broken_) broken_ = cause;
  notify_all_waiting();
}

void OutputFile::close(bool sync) {
  if (written_ != own_bytes_) {
    throw Error(Fault::kInternal, fmt::format("{}: {} bytes were written, expected {}", name_,
                                              written_.load(), own_bytes_));
  }
  pages_.reset();
  if (temporary_ && !joined_ && ::fchmod(file_.get(), mode_) != 0)
    fail("cannot be given its mode", errno);
  // A pipe or a device may have nothing to flush, which is no failure.
  if (sync && ::fsync(file_.get()) != 0 && (temporary_ || (errno != EINVAL && errno != EROFS))) {
    fail("cannot be flushed to the disk", errno);
  }
  // Keeps the temporary in use from the close, which may report errors, to the rename.
  if (temporary_ && !in_use_) in_use_ = FileDescriptor(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0));
  // Linux has closed the descriptor also where it reports an interruption.
  if (::close(file_.release()) != 0 && errno != EINTR) fail("cannot be closed", errno);
}

void OutputFile::commit(bool sync, const std::string& stale) {
  if (file_) close(sync);
  if (!temporary_) return;
  if (joined_) {
    temporary_.reset();
    in_use_ = FileDescriptor();
    return;
  }

  SetAside old(stale);
  if (::rename(temporary_->path(), target_.c_str()) != 0) fail("cannot be put in place", errno);
  temporary_.reset();
  in_use_ = FileDescriptor();
  old.remove();
  if (sync) {
    const FileDescriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder || ::fsync(folder.get()) != 0) {
      fail(fmt::format("is complete, but its folder {} cannot be flushed to the disk", folder_),
           errno);
    }
  }
}

Error OutputFile::failure(const std::string& what, int error) const {
  return {Fault::kOutput,
          fmt::format("{}: {}: {}", name_, what, std::generic_category().message(error))};
}

void write_text(const std::string& text, const std::string& path, bool sync) {
  OutputFile file(path, text.size());
  file.write_at(0, std::as_bytes(std::span(text)));
  file.commit(sync);
}

void require_writable(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    return;
  }
  const OutputFile file(path, 0);
}

}  // namespace apsp
