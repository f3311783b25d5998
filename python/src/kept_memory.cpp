// SPDX-License-Identifier: MIT
#include "python/src/kept_memory.hpp"

#include <nanobind/ndarray.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
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

  /// Keeps the block, its pages free for the system to take, in the place of an earlier one.
  void give(Block block) {
    if (::madvise(block.start, block.bytes, MADV_FREE) != 0) return unmap(block);
    unmap(exchange(block));
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

nb::object empty_bytes(std::size_t bytes) {
  auto block = std::make_unique<Block>(kept_block().take(bytes));
  auto* const first = reinterpret_cast<std::uint8_t*>(block->start);
  const nb::capsule owner(block.release(), [](void* p) noexcept {
    const std::unique_ptr<Block> freed(static_cast<Block*>(p));
    kept_block().give(*freed);
  });
  return nb::cast(nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>(first, {bytes}, owner));
}

}  // namespace

void define_kept_memory(nb::module_& module) {
  using namespace nb::literals;
  module.def("empty_bytes", &empty_bytes, "bytes"_a,
             nb::sig("def empty_bytes(bytes: int) -> numpy.typing.NDArray[numpy.uint8]"));
}

}  // namespace apsp::python
