// SPDX-License-Identifier: MIT
// An output that appears whole or not at all.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "common/base/error.hpp"
#include "common/base/signal_cleanup.hpp"
#include "common/io/file_descriptor.hpp"
#include "common/io/output_pages.hpp"

namespace apsp {

/// The part of one process in an output that several write together.
struct SharedOutput {
  std::uint64_t own_bytes;  // that this process writes
  // Where they begin, if they are one piece.
  std::optional<std::uint64_t> own_begin = {};
  std::string temporary = {};  // of the process that made the output; empty: this one makes it
};

/// A file of a size known beforehand, written in chunks by any number of threads. The
/// pages of a large file, or of this process's piece of it, are populated in the background from
/// prepare() on, so that writing is a copy: see OutputPages.
///
/// A regular file is written under a temporary name in the folder of its final one and renamed by
/// commit(). Until then, and after any failure, the earlier file is kept. A symbolic link is kept,
/// its target is replaced. A pipe, a device and standard output (is_standard_output()) are written
/// directly, in order of offsets. Files that a killed run to the same path has left are removed:
/// see stale_files.hpp. The temporary belongs to this object: if someone else cuts it short, its
/// bytes read zero or the program ends with kOutput.
class OutputFile {
 public:
  /// Creates the output and reserves `size` bytes where the file system can; in a memory-backed
  /// folder it looks whether they are free and reserves them in the background. Throws
  /// Error(kOutput): a folder, a write-protected file, no permission, no space. Belongs into the
  /// main thread, see RemoveOnSignal.
  ///
  /// `shared`: several processes, perhaps on several machines, write one regular file. One makes
  /// it; the others open its temporary(). All close(), then the maker calls commit(), the others
  /// too. Each maps its piece where the file system is of one machine; elsewhere it writes, because
  /// machines exchange bytes that are written, not pages. Throws Error(kOutput) for a stream, and
  /// where the temporary is not to be seen.
  OutputFile(const std::string& path, std::uint64_t size,
             const std::optional<SharedOutput>& shared = {});

  /// Without commit(): removes the temporary file. No other thread may still be in write_at().
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// From now on the pages of a large output are made in the background: see OutputPages.
  void prepare() {
    if (pages_) pages_->make_pages();
  }

  /// Writes bytes [offset, offset + bytes.size()). Every byte is to be written exactly once. Any
  /// thread; each thread uses ascending offsets. For a pipe a later chunk waits for all earlier
  /// ones; a failure wakes the waiting threads, which then throw the same. Throws Error(kOutput),
  /// or Error(kInternal) for a chunk outside [0, size).
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);

  /// Declares that some chunk will never be written. A thread that waits for it, now or later,
  /// throws `cause`. The first cause counts. Any thread.
  void abandon(const std::exception_ptr& cause) noexcept;

  /// Ends the output: does all of commit() that may find a disk full or broken, so that of several
  /// outputs none appears unless all are whole. All bytes must have been written, else
  /// Error(kInternal). `sync`: the data reach the disk. Throws Error(kOutput). Call it once, before
  /// commit().
  void close(bool sync);

  /// Makes the output visible, after close(), which it calls where the caller has not. `sync`: the
  /// rename reaches the disk before the return. Throws Error(kOutput); call it once. `stale` names
  /// a file beside it that makes sense with the old output alone: it goes as the new one appears,
  /// and stays if that fails. See SetAside.
  void commit(bool sync, const std::string& stale = {});

  /// True: bytes leave in ascending order, because the output is a pipe or a device.
  [[nodiscard]] bool in_order() const { return target_.empty(); }

  /// The name that the file has until commit(). Not for a stream.
  [[nodiscard]] std::string temporary() const { return temporary_->path(); }

  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// Returns true if chunks are copied into a mapping of the file.
  [[nodiscard]] bool mapped() const { return pages_ != nullptr; }

 private:
  void open_stream(bool standard_output);
  void open_temporary();
  void open_shared(const std::string& temporary);
  void reserve();
  void map_own_part(int file);
  void write_only();
  void allocate();
  void set_length_if_free();
  void write_in_place(std::uint64_t offset, std::span<const std::byte> bytes);
  void write_in_turn(std::uint64_t offset, std::span<const std::byte> bytes);
  void await_turn(std::uint64_t offset, std::unique_lock<std::mutex>& lock);
  void notify_all_waiting() noexcept;
  [[nodiscard]] Error failure(const std::string& what, int error) const;
  [[noreturn]] void fail(const std::string& what, int error) const { throw failure(what, error); }

  std::string name_;    // name of the output in messages
  std::string target_;  // the final path, with links resolved; empty for a stream
  std::string folder_;  // folder of target_
  std::uint64_t size_;
  std::uint64_t own_bytes_;                    // that this process writes
  std::optional<std::uint64_t> own_begin_;     // of them, if they are one piece
  bool shared_ = false;                        // with other processes
  bool joined_ = false;                        // another process made it
  unsigned mode_ = 0;                          // permissions of the finished file
  std::unique_ptr<RemoveOnSignal> temporary_;  // set from creation to rename; null for a stream
  FileDescriptor file_;                        // none once closed
  FileDescriptor in_use_;  // keeps the temporary marked as used where file_ does not
  std::atomic<std::uint64_t> written_ = 0;
  std::unique_ptr<OutputPages> pages_;  // for large regular files; null once committed
  std::mutex writing_;                  // held by the one thread that makes pages by writing

  // Streams only: turn-taking.
  std::mutex turn_;
  std::multimap<std::uint64_t, std::condition_variable*> waiting_;  // threads by their offsets
  std::exception_ptr broken_;  // reason why no more chunks can be written
};

/// Writes `text` to a file, whole or not at all. See OutputFile.
void write_text(const std::string& text, const std::string& path, bool sync);

/// Throws the Error(kOutput) that creating `path` would throw, as far as creating and removing a
/// file shows it. Opens no pipe and no device, because its reader would see an end.
void require_writable(const std::string& path);

}  // namespace apsp
