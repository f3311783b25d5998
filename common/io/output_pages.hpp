// SPDX-License-Identifier: MIT
// The pages of a large output, made in the background so that its bytes land at the speed of a
// copy.
//
// One write() at a time goes into a file, at 3 to 5 GB/s whatever the number of threads. Copies
// into a shared mapping of it run side by side, at 60 GB/s with 16 threads, if the pages are there.
// Most of the cost of either is making them. Where the size is known from the start, that can
// happen while something else is computed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "common/base/memory.hpp"
#include "common/base/signal_cleanup.hpp"

namespace apsp {

/// True for a file whose blocks are pages of memory (tmpfs): reserving them takes as long as making
/// pages does.
[[nodiscard]] bool is_memory_backed(int file);

/// Bytes [begin, end) of a file of `size` bytes: those that one process writes.
struct FilePart {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t size;
};

/// A shared mapping of a part of a file, and a thread that makes its pages from front to back.
/// Nothing depends on that thread: bytes whose pages are not populated yet can be written with
/// pwrite(), which also reports why the thread could not populate them.
class OutputPages {
 public:
  /// Smaller outputs are written in the time that a thread and a mapping take.
  static constexpr std::uint64_t kSmallest = std::uint64_t{32} << 20;

  /// Maps the part, which need not exist before start(). Returns null where write() serves better:
  /// below kSmallest, and on a disk where the pages of the whole file would be a large part of the
  /// memory. Returns null too under a limit on the address space (which the matrix needs),
  /// before Linux 5.14, and on file systems that are remote, copy on write or unknown. `name` is
  /// the name of the file in messages. Throws Error(kInternal) as RemoveOnSignal does.
  [[nodiscard]] static std::unique_ptr<OutputPages> map(int file, const FilePart& part,
                                                        const std::string& name);

  /// Ends the thread, within the time of a few megabytes, and the mapping.
  ~OutputPages();
  OutputPages(const OutputPages&) = delete;
  OutputPages& operator=(const OutputPages&) = delete;

  /// Starts the thread. The file has its size by now; its blocks are reserved, or, if
  /// `memory_backed`, will be by the thread. Where no thread can be had no page is ever made.
  void start(bool memory_backed);

  /// Pages are made from now on. Meanwhile the process's address space changes slowly, so CUDA had
  /// better be up and the matrix allocated: making pages beside that costs them tenths of a second.
  void make_pages();

  /// Where in the file the bytes end that can be copied: no full disk can get in the way any more.
  [[nodiscard]] std::uint64_t reserved() const {
    return begin_ + reserved_.load(std::memory_order_acquire);
  }

  /// Where those end that can be copied without any delay; made() <= reserved().
  [[nodiscard]] std::uint64_t made() const {
    return begin_ + made_.load(std::memory_order_acquire);
  }

  /// Copies to [offset, offset + bytes.size()) of the file, in the part, which must end at
  /// reserved() or before. Any thread; each byte once.
  void copy(std::uint64_t offset, std::span<const std::byte> bytes);

 private:
  OutputPages(int file, void* mapping, std::uint64_t begin, std::uint64_t size,
              const std::string& name);
  void make(bool memory_backed);

  int file_;
  std::byte* data_;
  std::uint64_t begin_;  // of the mapping in the file: where the page of the part's begin begins
  std::uint64_t size_;   // of the mapping; offsets below are from its begin
  std::unique_ptr<ExplainBusError> bus_error_;
  std::optional<PromisedMemory> promised_;  // what the pages of a memory-backed file will take
  std::atomic<std::uint64_t> reserved_ = 0;
  std::atomic<std::uint64_t> made_ = 0;
  std::vector<std::atomic<std::uint64_t>> filled_;  // bytes copied to each block
  std::atomic<bool> may_make_ = false;
  std::atomic<bool> stop_ = false;
  std::thread maker_;
};

}  // namespace apsp
