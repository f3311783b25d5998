// SPDX-License-Identifier: MIT
// The content of a compressed input, decompressed as far as its reader asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/growing_memory.hpp"
#include "common/io/compression.hpp"
#include "tools/convert/decompressor.hpp"

namespace apsp::convert {

/// Memory grows with the content that comes, and is checked as it grows, so that a small file of
/// huge content (a decompression bomb) ends in Error(kMemory).
class CompressedInput {
 public:
  /// The first `size` compressed bytes, or more, or all; as Input::bytes_up_to().
  using Source = std::function<std::string_view(std::uint64_t size)>;

  /// Throws Error(kInput) where this build cannot decompress it. `name` is how messages call it.
  CompressedInput(std::string name, const Compression& compression, Source source);

  /// The first `size` bytes of the content, or more, or all if there are fewer. Later calls may
  /// move them. Throws Error(kInput) with the place where the data are cut off or corrupt, or go
  /// on with something else; Error(kMemory).
  std::string_view bytes_up_to(std::uint64_t size);

 private:
  void step(std::uint64_t size);
  bool begin_member();
  void refuse_nested() const;
  [[noreturn]] void refuse(std::string_view what, std::string_view expected) const;

  std::string name_;
  const Compression& compression_;
  Source source_;
  std::unique_ptr<Decompressor> decompressor_;
  GrowingMemory content_;
  std::uint64_t consumed_ = 0;  // compressed bytes
  bool in_member_ = false;
  bool ended_ = false;
};

}  // namespace apsp::convert
