// SPDX-License-Identifier: MIT
// Decompression, a step at a time, by whichever libraries this build has.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace apsp::convert {

/// The result of one step.
struct DecompressionStep {
  std::size_t consumed = 0;     // bytes of the input
  std::size_t produced = 0;     // bytes of the output
  bool end_of_member = false;   // the next step begins another member, or there is none
  const char* fault = nullptr;  // what is wrong with the bytes behind those consumed
};

/// One compressed stream, which may consist of members, each compressed by itself.
class Decompressor {
 public:
  Decompressor() = default;
  virtual ~Decompressor() = default;
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  /// Goes on until the input is used up, the output is full, the member ends, or there is a fault,
  /// after which there is no next step. Throws Error(kMemory) where the library finds none.
  virtual DecompressionStep step(std::span<const std::byte> input, std::span<std::byte> output) = 0;
};

/// One for gzip or bzip2, by the name in Compression; null where this build has no library for it.
[[nodiscard]] std::unique_ptr<Decompressor> make_decompressor(std::string_view compression);

// Each in a file of its own, which is compiled where there is the library.
[[nodiscard]] std::unique_ptr<Decompressor> make_gzip_decompressor();
[[nodiscard]] std::unique_ptr<Decompressor> make_bzip2_decompressor();

}  // namespace apsp::convert
