// SPDX-License-Identifier: MIT
// The frame of small files that one run leaves to a later one. A file that was cut short, that has
// changed, or that is of another kind or version is refused with the place.
//
// Little-endian: 16 bytes that name the kind, 24 bytes of the version with zeros at its end, the
// size of the file, what the kind holds, zeros up to a whole word, and a checksum of all words
// before.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "common/base/random.hpp"

namespace apsp {

/// A hash of words in their order. Each step is a bijection of the state and one of the word: no
/// change of a single word goes unseen.
class WordHash {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * SplitMix64::kGamma;
    state_ ^= state_ >> 32;
  }
  [[nodiscard]] std::uint64_t value() const { return mix(state_); }

 private:
  std::uint64_t state_ = SplitMix64::kGamma;
};

/// A word of two numbers.
[[nodiscard]] constexpr std::uint64_t word_of(std::int32_t low, std::int32_t high) {
  return std::uint64_t{static_cast<std::uint32_t>(low)} |
         std::uint64_t{static_cast<std::uint32_t>(high)} << 32;
}

/// A kind of such files.
struct WordFileKind {
  std::string_view magic;    // 16 bytes
  std::string_view noun;     // in messages: "a checkpoint"
  std::string_view version;  // in messages, whose version it is: "the program"
};

static_assert(std::endian::native == std::endian::little);
inline constexpr std::size_t kFileWord = sizeof(std::uint64_t);
inline constexpr std::size_t kFileVersionBytes = 24;

/// Makes the bytes of a file, from the front to the end.
class WordWriter {
 public:
  /// `version`: what a reader asks for, at most kFileVersionBytes.
  WordWriter(const WordFileKind& kind, std::string_view version);

  void add(std::uint64_t word) { add(&word, 1); }
  template <typename T>
  void add(const T* values, std::size_t count) {
    bytes_.append(reinterpret_cast<const char*>(values), count * sizeof(T));
  }

  /// Ends the file, and returns its bytes.
  [[nodiscard]] std::string finish() &&;

 private:
  std::string bytes_;
};

/// Reads from the front to the end. Every refusal is an Error(kInput) with the file's name, the
/// byte, what was found and what was expected.
class WordReader {
 public:
  /// Checks the frame. The first read begins behind it. `bytes` and `name` outlive this.
  WordReader(std::span<const std::byte> bytes, const std::string& name, const WordFileKind& kind,
             std::string_view version);

  /// Where the next read begins.
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::string_view text(std::size_t size);
  [[nodiscard]] std::uint64_t word();

  /// Throws where fewer bytes are left.
  void require(std::uint64_t size) const;

  /// Throws unless the next word is `expected`. `what` it is: "the number of edges". A hash is
  /// shown in hexadecimal digits.
  void require_word(std::uint64_t expected, std::string_view what, bool hash = false);

  /// Throws unless all but zeros up to a word and the checksum is read. `what` ends here.
  void require_end(std::string_view what) const;

  [[noreturn]] void refuse(std::size_t at, std::string_view what, const std::string& found,
                           const std::string& expected) const;

 private:
  void require_whole(const WordFileKind& kind, std::string_view version);
  void require_checksum() const;

  std::string_view bytes_;
  const std::string& name_;
  std::size_t at_ = 0;
};

}  // namespace apsp
