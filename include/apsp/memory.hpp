// SPDX-License-Identifier: MIT
/// \file
/// Memory that one solve leaves to the next.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>

#pragma GCC visibility push(default)
namespace apsp {

/// Keeps large blocks that were freed for those that are asked for next: see Settings::memory. The
/// system clears every new page, which a dense solve is short enough to feel. It may take the pages
/// of a kept block back whenever it wants memory. Any thread.
///
/// Blocks of kLeast bytes or more lie on whole huge pages, where the system has them; what is in
/// them at first is undefined. On a machine of several memory nodes their pages stay where they
/// were first used. Smaller blocks come from operator new. Nothing is kept by a process whose
/// address space or data has a limit (RLIMIT_AS, RLIMIT_DATA), or where the system never promises
/// more memory than it has. Without memory for a new block, all that is kept goes first.
class KeptMemory final : public std::pmr::memory_resource {
 public:
  /// The bytes of the smallest block that is kept.
  static constexpr std::size_t kLeast = std::size_t{2} << 20;

  /// Keeps at most so many bytes; of more the block that was freed first goes.
  explicit KeptMemory(std::size_t most = std::size_t{4} << 30);
  /// Every block must have been freed.
  ~KeptMemory() override;
  KeptMemory(const KeptMemory&) = delete;
  KeptMemory& operator=(const KeptMemory&) = delete;

  /// Returns all that is kept to the system.
  void release() noexcept;

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* start, std::size_t bytes, std::size_t alignment) override;
  [[nodiscard]] bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override;

  class State;
  std::unique_ptr<State> state_;
};

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
