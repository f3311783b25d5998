// SPDX-License-Identifier: MIT
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
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

/// The blocks that nothing uses. Who finds the lock taken does without them. That is rare; and in a
/// child of fork() it may be taken for good, by a thread that the child does not have.
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
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return unmap(block);
    try {
      kept_.push_back(block);
    } catch (const std::bad_alloc&) {
      return unmap(block);
    }
    bytes_ += block.bytes;
    while (bytes_ > most_) unmap(remove(kept_.begin()));
  }

  void release() noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    while (lock.owns_lock() && !kept_.empty()) unmap(remove(kept_.begin()));
  }

 private:
  using Place = std::vector<Block>::iterator;

  [[nodiscard]] bool may_keep(Block block) const noexcept {
    return block.bytes <= most_ && overcommits_ && has_unlimited_addresses();
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
  std::mutex mutex_;
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
