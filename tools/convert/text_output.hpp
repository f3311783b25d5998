// SPDX-License-Identifier: MIT
// Text on its way out: numbers and words, gathered and handed on in large chunks.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/io/output_file.hpp"

namespace apsp::convert {

/// Gathers what is put and hands it on chunk by chunk; flush() hands on the last one.
class Text {
 public:
  using HandOn = std::function<void(std::string_view)>;

  explicit Text(HandOn hand_on) : hand_on_(std::move(hand_on)), buffer_(kChunk + kLongestNumber) {}

  Text& put(char c) {
    buffer_[size_++] = c;
    return full();
  }
  Text& put(std::string_view text) {
    if (text.size() >= kChunk) {
      flush();
      hand_on_(text);
      return *this;
    }
    if (text.empty()) return *this;  // its address may be none
    if (size_ + text.size() > kChunk) flush();
    std::memcpy(buffer_.data() + size_, text.data(), text.size());
    size_ += text.size();
    return full();
  }
  Text& number(std::int64_t value) {
    char* const at = buffer_.data() + size_;
    size_ += static_cast<std::size_t>(std::to_chars(at, at + kLongestNumber, value).ptr - at);
    return full();
  }
  void flush() {
    if (size_ > 0) hand_on_({buffer_.data(), size_});
    size_ = 0;
  }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 16;
  static constexpr std::size_t kLongestNumber = std::numeric_limits<std::int64_t>::digits10 + 2;

  // Between any two calls fewer than kChunk bytes wait, so a number always fits.
  Text& full() {
    if (size_ >= kChunk) flush();
    return *this;
  }

  HandOn hand_on_;
  std::vector<char> buffer_;
  std::size_t size_ = 0;
};

/// A field of a line of CSV, in quotes where it must be (RFC 4180), and where a reader might trim
/// blanks or take it for a comment.
inline void put_csv_field(Text& text, std::string_view field) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const bool plain = field.find_first_of(",\"") == std::string_view::npos && !field.empty() &&
                     !is_blank(field.front()) && !is_blank(field.back()) && field.front() != '#';
  if (plain) {
    text.put(field);
    return;
  }
  text.put('"');
  for (const char c : field) {
    if (c == '"') text.put('"');
    text.put(c);
  }
  text.put('"');
}

/// Writes a text file that appears whole or not at all, without holding the text. Calls `produce`
/// twice, with the same outcome: first to learn the size that OutputFile reserves. `stale` is as
/// for OutputFile::commit(). Throws Error(kOutput).
inline void write_text(const std::string& path, bool sync,
                       const std::function<void(Text&)>& produce, const std::string& stale = {}) {
  std::uint64_t size = 0;
  Text measured([&](std::string_view chunk) { size += chunk.size(); });
  produce(measured);
  measured.flush();

  OutputFile output(path, size);
  std::uint64_t offset = 0;
  Text written([&](std::string_view chunk) {
    output.write_at(offset, std::as_bytes(std::span(chunk)));
    offset += chunk.size();
  });
  produce(written);
  written.flush();
  output.commit(sync, stale);
}

}  // namespace apsp::convert
