// SPDX-License-Identifier: MIT
#include <sys/mman.h>
#include <sys/resource.h>

#include <chrono>
#include <fstream>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "apsp/memory.hpp"

namespace apsp {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kAlignment = 4096;  // of pages, at least

struct Block {
  std::byte* start = nullptr;
  std::size_t bytes = 0;  // whole huge pages
};

/// Returns the bytes of the block for a request.
std::size_t block_bytes(std::size_t bytes) {
  std::size_t rounded = 0;
  if (__builtin_add_overflow(bytes, kHugePage - 1, &rounded)) throw std::bad_alloc();
  return rounded / kHugePage * kHugePage;
}

void unmap(Block block) noexcept {
  if (block.bytes > 0) ::munmap(block.start, block.bytes);
}

/// Throws std::bad_alloc.
Block map(std::size_t bytes) {
  void* const start =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) throw std::bad_alloc();
  ::madvise(start, bytes, MADV_HUGEPAGE);  // a hint: 4 KiB pages serve, only slower
  return {static_cast<std::byte*>(start), bytes};
}

/// Whether the system ever promises more memory than it has. Otherwise pages that it may take still
/// count as promised.
bool overcommits() {
  constexpr int kNever = 2;
  int policy = 0;
  std::ifstream("/proc/sys/vm/overcommit_memory") >> policy;
  return policy != kNever;
}

/// Whether the address space has no limit, which pages that the system may take would count in.
bool has_unlimited_addresses() {
  struct rlimit limit = {};
  return ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

}  // namespace

/// The blocks that nothing uses. Nobody waits for the lock for good: a call that finds it taken
/// does without. In a child of fork() a thread may hold it that the child does not have.
class KeptMemory::State {
 public:
  explicit State(std::size_t most) : most_(most) {}

  /// Returns a block of so many bytes, cut off the smallest kept one that has them; the rest of
  /// that one goes. Throws std::bad_alloc.
  Block take(std::size_t bytes) {
    Block block = find(bytes);
    if (block.bytes == 0) return map(bytes);
    unmap({block.start + bytes, block.bytes - bytes});
    block.bytes = bytes;
    return block;
  }

  /// Keeps the block, if it may.
  void give(Block block) noexcept {
    if (!may_keep(block) || ::madvise(block.start, block.bytes, MADV_FREE) != 0) {
      return unmap(block);
    }
    if (!keep(block)) unmap(block);
    trim(most_, {});
  }

  void release() noexcept { trim(0, std::chrono::seconds(1)); }

 private:
  using Place = std::vector<Block>::iterator;

  [[nodiscard]] bool may_keep(Block block) const noexcept {
    return block.bytes <= most_ && overcommits_ && has_unlimited_addresses();
  }

  /// Returns whether the block is kept now.
  bool keep(Block block) noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return false;
    try {
      kept_.push_back(block);
    } catch (const std::bad_alloc&) {
      return false;
    }
    bytes_ += block.bytes;
    return true;
  }

  /// Returns the oldest blocks to the system until at most `most` bytes are kept. Waits for the
  /// lock no longer than `patience`, and leaves it open while it unmaps, which takes milliseconds.
  void trim(std::size_t most, std::chrono::seconds patience) noexcept {
    for (Block oldest; (oldest = remove_beyond(most, patience)).bytes > 0;) unmap(oldest);
  }

  /// Returns the oldest block; an empty one where at most `most` bytes are kept.
  Block remove_beyond(std::size_t most, std::chrono::seconds patience) noexcept {
    const std::unique_lock lock(mutex_, patience);
    return lock.owns_lock() && bytes_ > most ? remove(kept_.begin()) : Block();
  }

  /// Returns the smallest kept block of so many bytes or more; none: an empty one.
  Block find(std::size_t bytes) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return {};
    auto best = kept_.end();
    for (auto place = kept_.begin(); place != kept_.end(); ++place) {
      if (place->bytes < bytes) continue;
      if (best == kept_.end() || place->bytes < best->bytes) best = place;
    }
    return best == kept_.end() ? Block() : remove(best);
  }

  /// Needs the lock.
  Block remove(Place place) noexcept {
    const Block block = *place;
    kept_.erase(place);
    bytes_ -= block.bytes;
    return block;
  }

  const std::size_t most_;
  const bool overcommits_ = overcommits();
  std::timed_mutex mutex_;
  std::vector<Block> kept_;  // as they were freed
  std::size_t bytes_ = 0;    // of them
};

KeptMemory::KeptMemory(std::size_t most) : state_(std::make_unique<State>(most)) {}

KeptMemory::~KeptMemory() {
  release();
}

void KeptMemory::release() noexcept {
  state_->release();
}

void* KeptMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
  if (bytes < kLeast || alignment > kAlignment) {
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  return state_->take(block_bytes(bytes)).start;
}

void KeptMemory::do_deallocate(void* start, std::size_t bytes, std::size_t alignment) {
  if (bytes < kLeast || alignment > kAlignment) {
    return std::pmr::new_delete_resource()->deallocate(start, bytes, alignment);
  }
  state_->give({static_cast<std::byte*>(start), block_bytes(bytes)});
}

bool KeptMemory::do_is_equal(const std::pmr::memory_resource& other) const noexcept {
  return this == &other;
}

}  // namespace apsp
