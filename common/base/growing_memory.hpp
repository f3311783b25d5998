// SPDX-License-Identifier: MIT
// Memory for bytes whose number is not known before they come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace apsp {

/// Page-aligned anonymous memory that doubles as it fills. The kernel moves the pages, so growing
/// never copies and never holds the data twice.
class GrowingMemory {
 public:
  GrowingMemory() = default;
  ~GrowingMemory();
  GrowingMemory(const GrowingMemory&) = delete;
  GrowingMemory& operator=(const GrowingMemory&) = delete;

  /// The bytes that are filled so far. room() may move them.
  [[nodiscard]] std::span<const std::byte> bytes() const { return {data_, size_}; }

  /// Free memory behind the bytes, at least one byte, with which there are at most `wanted` of
  /// them; `wanted` is larger than their number. Throws Error(kMemory) in the name of the input
  /// `name` where that does not fit into memory.
  [[nodiscard]] std::span<std::byte> room(std::uint64_t wanted, const std::string& name);

  /// The first `count` bytes of the room are filled.
  void filled(std::size_t count) { size_ += count; }

 private:
  void grow(std::uint64_t wanted, const std::string& name);

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace apsp
