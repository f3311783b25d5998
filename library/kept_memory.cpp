// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "apsp/memory.hpp"

namespace apsp {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

struct Block {
  std::byte* start = nullptr;  // of a huge page
  std::size_t bytes = 0;       // whole huge pages
};

std::size_t round_up(std::size_t bytes) {
  return (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

void unmap(Block block) noexcept {
  if (block.bytes > 0) ::munmap(block.start, block.bytes);
}

/// Returns a new block of so many bytes. Throws std::bad_alloc.
Block map(std::size_t bytes) {
  const std::size_t room = bytes + kHugePage;  // from which whole huge pages are cut
  void* const found =
      ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) throw std::bad_alloc();
  auto* const first = static_cast<std::byte*>(found);
  const std::size_t before =
      round_up(reinterpret_cast<std::uintptr_t>(first)) - reinterpret_cast<std::uintptr_t>(first);
  unmap({first, before});
  unmap({first + before + bytes, room - before - bytes});
  ::madvise(first + before, bytes, MADV_HUGEPAGE);  // a hint: 4 KiB pages serve, only slower
  return {first + before, bytes};
}

/// Whether the system ever promises more memory than it has. Otherwise pages that it may take still
/// count as promised.
bool overcommits() {
  const int file = ::open("/proc/sys/vm/overcommit_memory", O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;
  constexpr char kNever = '2';
  char policy = 0;
  const bool known = ::read(file, &policy, 1) == 1;
  ::close(file);
  return !known || policy != kNever;
}

/// Whether this resource has a limit, which pages that the system may take would count in.
template <typename Resource>
bool is_limited(Resource resource) {
  struct rlimit limit = {};
  return ::getrlimit(resource, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

/// Whether memory that is kept is in nobody's way.
bool may_keep() {
  return !is_limited(RLIMIT_AS) && !is_limited(RLIMIT_DATA) && overcommits();
}

}  // namespace

/// The blocks that nothing uses. A solve that finds the lock taken does without them. In a child of
/// fork() a thread may hold it that the child does not have.
class KeptMemory::State {
 public:
  explicit State(std::size_t most) : most_(most) {}

  /// Returns a block of so many bytes, cut off the smallest kept one that has them; the rest of
  /// that one goes. Throws std::bad_alloc.
  Block take(std::size_t bytes) {
    Block block = find(bytes);
    if (block.bytes == 0) return map_or_release(bytes);
    unmap({block.start + bytes, block.bytes - bytes});
    block.bytes = bytes;
    return block;
  }

  /// Keeps the block, if it may.
  void give(Block block) noexcept {
    if (!may_keep()) {
      unmap(block);
      return release();
    }
    const bool can = block.bytes <= most_ && ::madvise(block.start, block.bytes, MADV_FREE) == 0;
    if (!can || !keep(block)) unmap(block);
  }

  void release() noexcept {
    for (const Block block : take_all()) unmap(block);
  }

 private:
  using Position = std::vector<Block>::iterator;

  /// Returns a new block; if need be, in the place of all that is kept. Throws std::bad_alloc.
  Block map_or_release(std::size_t bytes) {
    try {
      return map(bytes);
    } catch (const std::bad_alloc&) {
      release();
      return map(bytes);
    }
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
    while (bytes_ > most_) unmap(remove(kept_.begin()));
    return true;
  }

  /// Returns the smallest kept block of so many bytes or more; none: an empty one.
  Block find(std::size_t bytes) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return {};
    auto best = kept_.end();
    for (auto position = kept_.begin(); position != kept_.end(); ++position) {
      if (position->bytes < bytes) continue;
      if (best == kept_.end() || position->bytes < best->bytes) best = position;
    }
    return best == kept_.end() ? Block() : remove(best);
  }

  /// Returns all that is kept. Waits for the lock, which is held for milliseconds at most; but not
  /// for good, see above.
  std::vector<Block> take_all() noexcept {
    constexpr int kTurns = 1000;
    for (int turn = 0; turn < kTurns; ++turn) {
      const std::unique_lock lock(mutex_, std::try_to_lock);
      if (lock.owns_lock()) {
        bytes_ = 0;
        return std::exchange(kept_, {});
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return {};
  }

  /// Needs the lock.
  Block remove(Position position) noexcept {
    const Block block = *position;
    kept_.erase(position);
    bytes_ -= block.bytes;
    return block;
  }

  const std::size_t most_;
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
  if (bytes < kLeast || alignment > kHugePage) {
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  constexpr std::size_t kMost = std::size_t{1} << 62;  // no sum below wraps
  if (bytes > kMost) throw std::bad_alloc();
  return state_->take(round_up(bytes)).start;
}

void KeptMemory::do_deallocate(void* start, std::size_t bytes, std::size_t alignment) {
  if (bytes < kLeast || alignment > kHugePage) {
    return std::pmr::new_delete_resource()->deallocate(start, bytes, alignment);
  }
  state_->give({static_cast<std::byte*>(start), round_up(bytes)});
}

bool KeptMemory::do_is_equal(const std::pmr::memory_resource& other) const noexcept {
  return this == &other;
}

}  // namespace apsp
