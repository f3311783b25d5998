// SPDX-License-Identifier: MIT
#include "common/io/compression.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace apsp {
namespace {

using namespace std::string_view_literals;

constexpr std::array kCompressions = {
    Compression{kGzip, "\x1f\x8b\x08"sv, ".gz", "gzip -dc"},
    Compression{kBzip2, "BZh"sv, ".bz2", "bzip2 -dc"},
    Compression{"xz", "\xfd\x37zXZ\0"sv, ".xz", "xz -dc"},
    Compression{"Zstandard", "(\xb5/\xfd"sv, ".zst", "zstd -dc"},
};

/// Returns true if a bzip2 block or the end of the stream follows "BZh9". Text may begin with BZh.
bool is_bzip2(std::string_view bytes) {
  if (bytes.size() < 4 || bytes[3] < '1' || bytes[3] > '9') return false;
  const std::string_view next = bytes.substr(4, 6);
  return next == "1AY&SY"sv.substr(0, next.size()) ||
         next == "\x17rE8P\x90"sv.substr(0, next.size());
}

}  // namespace

const Compression* compression_of(std::string_view bytes) {
  for (const Compression& compression : kCompressions) {
    if (!bytes.starts_with(compression.magic)) continue;
    return compression.name == kBzip2 && !is_bzip2(bytes) ? nullptr : &compression;
  }
  return nullptr;
}

bool may_be_compressed(std::string_view first_two) {
  return std::any_of(kCompressions.begin(), kCompressions.end(), [&](const Compression& known) {
    return first_two.size() >= 2 && known.magic.starts_with(first_two.substr(0, 2));
  });
}

std::string_view without_compression_suffix(std::string_view path) {
  for (const Compression& compression : kCompressions) {
    if (path.ends_with(compression.suffix)) {
      return path.substr(0, path.size() - compression.suffix.size());
    }
  }
  return path;
}

std::string compression_hint(std::string_view bytes) {
  const Compression* const compression = compression_of(bytes);
  if (compression == nullptr) return {};
  const bool converted = compression->name == kGzip || compression->name == kBzip2;
  return fmt::format("it looks compressed with {}: {}'{} FILE' unpacks it", compression->name,
                     converted ? "hw3-convert makes a graph file of what it holds, " : "",
                     compression->unpack);
}

}  // namespace apsp
