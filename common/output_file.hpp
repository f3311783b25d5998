// SPDX-License-Identifier: MIT
// An output that appears whole or not at all.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "common/file_descriptor.hpp"
#include "common/interruption.hpp"

namespace apsp {

/// A file of a size known beforehand, written in pieces by any number of threads.
///
/// A regular file is written under a temporary name in the folder of its final one and renamed by
/// commit(); until then, and after any failure, what stood there before still stands. A symbolic
/// link stays, what it points to is replaced. A pipe, a device, or "-" and "/dev/stdout" (standard
/// output) are written straight, in order of offsets.
class OutputFile {
 public:
  /// Creates the output and reserves `size` bytes where the file system can. Throws Error(kOutput):
  /// a folder, a write-protected file, no permission, no space. Belongs into the main thread, see
  /// RemoveOnSignal.
  OutputFile(const std::string& path, std::uint64_t size);

  /// Without commit(): removes the temporary file. No other thread may still be in write_at().
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Writes bytes [offset, offset + bytes.size()). Every byte is to be written exactly once. Any
  /// thread; each thread comes in ascending offsets. For a pipe a later piece waits for all earlier
  /// ones; a failure wakes the waiting threads, which then throw too. Throws Error(kOutput), or
  /// Error(kInternal) for a piece outside [0, size).
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);

  /// Ends the output and makes it visible. All bytes must have been written, else Error(kInternal).
  /// `sync`: the data reach the disk before the rename, and the rename before the return. Throws
  /// Error(kOutput); call it once.
  void commit(bool sync);

  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  void open_stream(bool standard_output);
  void open_temporary();
  void reserve();
  void write_in_turn(std::uint64_t offset, std::span<const std::byte> bytes);
  [[noreturn]] void fail(const std::string& what, int error) const;

  std::string name_;    // how messages call the output
  std::string target_;  // the final path, with links resolved; empty for a stream
  std::string folder_;  // where target_ lies
  std::uint64_t size_;
  unsigned mode_ = 0;                          // permissions of the finished file
  std::unique_ptr<RemoveOnSignal> temporary_;  // set from creation to rename; null for a stream
  FileDescriptor file_;
  std::atomic<std::uint64_t> written_ = 0;

  // Streams only: turn-taking.
  std::mutex turn_;
  std::condition_variable next_piece_;
  bool broken_ = false;
};

}  // namespace apsp
