// SPDX-License-Identifier: MIT
#include "common/io/word_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "common/base/error.hpp"

namespace apsp {
namespace {

constexpr std::size_t kMagicBytes = 16;
constexpr std::size_t kSizeAt = kMagicBytes + kFileVersionBytes;
static_assert(kSizeAt % kFileWord == 0);

std::uint64_t word_at(std::string_view bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, kFileWord);
  return word;
}

/// Hashes whole words.
std::uint64_t checksum_of(std::string_view bytes) {
  WordHash hash;
  for (std::size_t at = 0; at + kFileWord <= bytes.size(); at += kFileWord) {
    hash.add(word_at(bytes, at));
  }
  return hash.value();
}

/// Printable, for a message.
std::string quoted(std::string_view text) {
  std::string shown = "'";
  for (const char c : text) shown += c >= ' ' && c <= '~' ? std::string(1, c) : std::string("?");
  return shown + "'";
}

std::string shown(std::uint64_t number, bool hash) {
  return hash ? fmt::format("{:016x}", number) : fmt::format("{}", number);
}

constexpr std::size_t whole_words(std::size_t size) {
  return (size + kFileWord - 1) / kFileWord * kFileWord;
}

}  // namespace

WordWriter::WordWriter(const WordFileKind& kind, std::string_view version) {
  add(kind.magic.data(), kMagicBytes);
  std::array<char, kFileVersionBytes> padded = {};
  std::copy_n(version.begin(), std::min(version.size(), kFileVersionBytes), padded.begin());
  add(padded.data(), padded.size());
  add(0);
}

std::string WordWriter::finish() && {
  bytes_.resize(whole_words(bytes_.size()), '\0');
  const std::uint64_t size = bytes_.size() + kFileWord;
  std::memcpy(bytes_.data() + kSizeAt, &size, kFileWord);
  add(checksum_of(bytes_));
  return std::move(bytes_);
}

WordReader::WordReader(std::span<const std::byte> bytes, const std::string& name,
                       const WordFileKind& kind, std::string_view version)
    : bytes_(reinterpret_cast<const char*>(bytes.data()), bytes.size()), name_(name) {
  require_whole(kind, version);
}

std::string_view WordReader::text(std::size_t size) {
  require(size);
  const std::string_view found = bytes_.substr(at_, size);
  at_ += size;
  return found;
}

std::uint64_t WordReader::word() {
  return word_at(text(kFileWord), 0);
}

void WordReader::require(std::uint64_t size) const {
  if (size <= bytes_.size() - at_) return;
  throw Error(Fault::kInput, fmt::format("{}: the file ends at byte {}, expected {} more at {}",
                                         name_, bytes_.size(), size, at_));
}

void WordReader::require_word(std::uint64_t expected, std::string_view what, bool hash) {
  const std::size_t at = at_;
  const std::uint64_t found = word();
  if (found != expected) refuse(at, what, shown(found, hash), shown(expected, hash));
}

void WordReader::require_end(std::string_view what) const {
  const std::size_t end = bytes_.size() - kFileWord;
  if (whole_words(at_) != end) {
    refuse(at_, fmt::format("the end of {}", what), fmt::format("{}", at_), fmt::format("{}", end));
  }
}

void WordReader::refuse(std::size_t at, std::string_view what, const std::string& found,
                        const std::string& expected) const {
  throw Error(Fault::kInput,
              fmt::format("{}: byte {}: {} is {}, expected {}", name_, at, what, found, expected));
}

/// Throws for the start of another kind or version of file, and for bytes that are not whole.
void WordReader::require_whole(const WordFileKind& kind, std::string_view version) {
  if (const auto magic = text(kMagicBytes); magic != kind.magic) {
    refuse(0, fmt::format("the start of {}", kind.noun), quoted(magic), quoted(kind.magic));
  }
  const std::size_t version_at = at_;
  std::string_view found = text(kFileVersionBytes);
  found = found.substr(0, found.find('\0'));
  if (found != version) {
    refuse(version_at, fmt::format("the version of {}", kind.version), quoted(found),
           quoted(version));
  }
  const std::uint64_t size = word();
  if (size > bytes_.size()) require(size - at_);
  if (size < bytes_.size() || size % kFileWord != 0) {
    refuse(kSizeAt, "the size of the file", fmt::format("{}", bytes_.size()),
           fmt::format("{}", size));
  }
  require_checksum();
}

void WordReader::require_checksum() const {
  const std::size_t at = bytes_.size() - kFileWord;
  const std::uint64_t sum = word_at(bytes_, at);
  const std::uint64_t expected = checksum_of(bytes_.substr(0, at));
  if (sum != expected) refuse(at, "the checksum", shown(sum, true), shown(expected, true));
}

}  // namespace apsp
