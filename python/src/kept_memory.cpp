// SPDX-License-Identifier: MIT
#include "python/src/kept_memory.hpp"

#include <nanobind/ndarray.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace nb = nanobind;

namespace apsp::python {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

struct Block {
  std::byte* start = nullptr;
  std::size_t bytes = 0;  // whole huge pages
};

void unmap(Block block) {
  if (block.bytes > 0) ::munmap(block.start, block.bytes);
}

/// Throws std::bad_alloc.
Block map(std::size_t bytes) {
  void* const start =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) throw std::bad_alloc();
  ::madvise(start, bytes, MADV_HUGEPAGE);  // a hint
  return {static_cast<std::byte*>(start), bytes};
}

/// Whether memory that is kept is in nobody's way. Pages that the system may take still count as
/// address space, and where it never promises more memory than it has, as promised.
bool may_keep() {
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return false;
  constexpr int kNeverOvercommit = 2;
  int policy = 0;
  std::ifstream("/proc/sys/vm/overcommit_memory") >> policy;
  return policy != kNeverOvercommit;
}

/// At most one block that nothing uses. Any thread.
class KeptBlock {
 public:
  /// Returns a block of so many bytes, rounded up: what is kept, as far as it is needed. A smaller
  /// one goes.
  Block take(std::size_t bytes) {
    bytes = (bytes + kHugePage - 1) / kHugePage * kHugePage;
    Block block = exchange({});
    if (block.bytes < bytes) {
      unmap(block);
      return map(bytes);
    }
    unmap({block.start + bytes, block.bytes - bytes});
    block.bytes = bytes;
    return block;
  }

  /// Keeps the block, its pages free for the system to take, in the place of a smaller one.
  void give(Block block) {
    if (!may_keep() || ::madvise(block.start, block.bytes, MADV_FREE) != 0) return unmap(block);
    Block smaller = exchange({});
    if (smaller.bytes > block.bytes) std::swap(smaller, block);
    unmap(smaller);
    unmap(exchange(block));  // of another thread
  }

 private:
  Block exchange(Block block) {
    const std::lock_guard lock(mutex_);
    return std::exchange(kept_, block);
  }

  std::mutex mutex_;  // fork() finds it open: both hold the GIL
  Block kept_;
};

/// The one of this process. Never destroyed: arrays may outlive what is.
KeptBlock& kept_block() {
  static auto* const kept = new KeptBlock;
  return *kept;
}

struct GiveBack {
  void operator()(Block* block) const noexcept {
    kept_block().give(*block);
    delete block;
  }
};

nb::object empty_bytes(std::size_t bytes) {
  std::unique_ptr<Block, GiveBack> block(new Block);
  *block = kept_block().take(bytes);
  auto* const first = reinterpret_cast<std::uint8_t*>(block->start);
  const nb::capsule owner(block.get(),
                          [](void* p) noexcept { GiveBack()(static_cast<Block*>(p)); });
  static_cast<void>(block.release());
  return nb::cast(nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>(first, {bytes}, owner));
}

}  // namespace

void define_kept_memory(nb::module_& module) {
  using namespace nb::literals;
  module.def("empty_bytes", &empty_bytes, "bytes"_a,
             nb::sig("def empty_bytes(bytes: int) -> numpy.typing.NDArray[numpy.uint8]"));
}

}  // namespace apsp::python
