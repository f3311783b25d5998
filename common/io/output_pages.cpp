// SPDX-License-Identifier: MIT
#include "common/io/output_pages.hpp"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <system_error>

#include "common/base/error.hpp"

namespace apsp {
namespace {

#ifndef MADV_POPULATE_WRITE
constexpr int MADV_POPULATE_WRITE = 23;  // of Linux 5.14, younger than some C libraries in use
#endif

/// The bytes that the thread reserves between two checks for a stop: a millisecond of time, and a
/// huge page where a memory-backed folder has them.
constexpr std::uint64_t kStep = std::uint64_t{2} << 20;

/// The bytes that it populates in one call. Meanwhile no other thread can change the process's
/// address space, which CUDA does hundreds of times to allocate a large matrix.
constexpr std::uint64_t kMapped = std::uint64_t{256} << 10;

/// The part of the memory that dirty pages may take up before Linux starts to write them out.
/// Beyond it, pages made early would only be written twice and crowd out what computes.
constexpr std::uint64_t kPartOfMemory = 10;

/// The thread that fills the last byte of a block unmaps it. In parallel that takes a third of the
/// time of unmapping everything at the end. For smaller blocks the flushes of the other processors'
/// page tables would cost more. Whole pages of any size that Linux has.
constexpr std::uint64_t kBlock = std::uint64_t{4} << 20;

std::uint64_t kind_of_file_system(int file) {
  struct statfs status = {};
  // The type differs between machines, but no number of a file system has more bits.
  return ::fstatfs(file, &status) == 0 ? static_cast<std::uint32_t>(status.f_type) : 0;
}

/// File systems on which a mapping is as quick as memory and a reserved block stays reserved. A
/// copy on write would look for another one, and a full disk would then be a bus error.
bool maps_well(std::uint64_t kind) {
  return kind == TMPFS_MAGIC || kind == EXT4_SUPER_MAGIC || kind == XFS_SUPER_MAGIC ||
         kind == OVERLAYFS_SUPER_MAGIC;
}

bool address_space_is_limited() {
  struct rlimit limit = {};
  return ::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

}  // namespace

bool is_memory_backed(int file) {
  return kind_of_file_system(file) == TMPFS_MAGIC;
}

std::unique_ptr<OutputPages> OutputPages::map(int file, const FilePart& part,
                                              const std::string& name) {
  if (part.end - part.begin < kSmallest || address_space_is_limited()) return nullptr;
  const std::uint64_t kind = kind_of_file_system(file);
  if (!maps_well(kind)) return nullptr;
  if (kind != TMPFS_MAGIC && part.size > available_memory() / kPartOfMemory) return nullptr;
  const std::uint64_t begin =
      part.begin - part.begin % static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t size = part.end - begin;
  void* mapping =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(begin));
  if (mapping == MAP_FAILED) return nullptr;
  // Populates no bytes: checks whether this kernel supports the advice.
  if (::madvise(mapping, 0, MADV_POPULATE_WRITE) != 0) {
    ::munmap(mapping, size);
    return nullptr;
  }
  return std::unique_ptr<OutputPages>(new OutputPages(file, mapping, begin, size, name));
}

OutputPages::OutputPages(int file, void* mapping, std::uint64_t begin, std::uint64_t size,
                         const std::string& name)
    : file_(file), data_(static_cast<std::byte*>(mapping)), begin_(begin), size_(size) {
  try {
    bus_error_ = std::make_unique<ExplainBusError>(
        mapping, size,
        name + ": cannot be written any more: it was cut short, or its disk failed, while in use",
        Fault::kOutput);
    filled_ = std::vector<std::atomic<std::uint64_t>>((size + kBlock - 1) / kBlock);
  } catch (...) {
    ::munmap(mapping, size);
    throw;
  }
}

OutputPages::~OutputPages() {
  stop_ = true;
  make_pages();
  if (maker_.joinable()) maker_.join();
  ::munmap(data_, size_);
}

void OutputPages::start(bool memory_backed) {
  if (memory_backed) {
    promised_.emplace(size_);
  } else {
    reserved_ = size_;
  }
  // A signal is for the main thread, see RemoveOnSignal.
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    maker_ = std::thread([this, memory_backed] { make(memory_backed); });
  } catch (const std::system_error&) {
    promised_.reset();
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void OutputPages::make_pages() {
  may_make_ = true;
  may_make_.notify_all();
}

void OutputPages::make(bool memory_backed) {
  // Gives way to the threads that compute. The writers populate the remaining pages in parallel. On
  // Linux this sets the priority of the calling thread alone, and nothing is lost if it is refused.
  const sched_param none = {};
  ::sched_setscheduler(0, SCHED_IDLE, &none);
  // Both passes end silently on a failure: writing to the rest reports the reason.
  if (memory_backed) {
    // Reserves without zeroing and mapping, which early copies can then do in parallel.
    for (std::uint64_t at = 0; at < size_ && !stop_;) {
      const std::uint64_t step = std::min(kStep, size_ - at);
      if (::fallocate(file_, 0, static_cast<off_t>(begin_ + at), static_cast<off_t>(step)) != 0) {
        if (errno == EINTR) continue;
        return;
      }
      at += step;
      promised_->taken(step);
      reserved_.store(at, std::memory_order_release);
    }
  }
  may_make_.wait(false);
  for (std::uint64_t at = 0; at < size_ && !stop_;) {
    const std::uint64_t step = std::min(kMapped, size_ - at);
    if (::madvise(data_ + at, step, MADV_POPULATE_WRITE) != 0) {
      if (errno == EINTR || errno == EAGAIN) continue;
      return;
    }
    at += step;
    made_.store(at, std::memory_order_release);
  }
}

void OutputPages::copy(std::uint64_t offset, std::span<const std::byte> bytes) {
  offset -= begin_;
  std::memcpy(data_ + offset, bytes.data(), bytes.size());
  const std::uint64_t end = offset + bytes.size();
  for (std::uint64_t block = offset / kBlock; block * kBlock < end; ++block) {
    const std::uint64_t first = block * kBlock;
    const std::uint64_t last = std::min(first + kBlock, size_);
    const std::uint64_t part = std::min(end, last) - std::max(offset, first);
    if (filled_[block].fetch_add(part) + part == last - first) {
      // For a shared mapping this drops the mapping alone; the file keeps the bytes.
      ::madvise(data_ + first, last - first, MADV_DONTNEED);
    }
  }
}

}  // namespace apsp
