// SPDX-License-Identifier: MIT
// Compressed files, known by their first bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace apsp {

/// A way to compress files.
struct Compression {
  std::string_view name;    // "gzip"
  std::string_view magic;   // the first bytes of every file
  std::string_view suffix;  // ".gz"
  std::string_view unpack;  // the command that writes FILE's content to standard output
};

inline constexpr std::string_view kGzip = "gzip";
inline constexpr std::string_view kBzip2 = "bzip2";

/// The number of bytes that compression_of() reads.
inline constexpr std::size_t kCompressionMagic = 10;

/// The compression whose first bytes these are, or null. A graph file begins as gzip does where V
/// is 559903 + k 2^24, so callers look first whether a file is a graph.
[[nodiscard]] const Compression* compression_of(std::string_view bytes);

/// Returns false if no stream that begins with these two bytes is compressed by a method that
/// compression_of() recognises.
[[nodiscard]] bool may_be_compressed(std::string_view first_two);

/// The path without the suffix of a compression, ".gz" or the like.
[[nodiscard]] std::string_view without_compression_suffix(std::string_view path);

/// Returns the hint for the refusal of a graph file that begins with `bytes`: that it looks
/// compressed, and how to unpack it; empty if it does not.
[[nodiscard]] std::string compression_hint(std::string_view bytes);

}  // namespace apsp
