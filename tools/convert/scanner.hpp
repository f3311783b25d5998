// SPDX-License-Identifier: MIT
// Text, line by line and word by word, with the place of every word.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/shown.hpp"

namespace apsp::convert {

/// Reads a text that the caller holds. Lines end in LF, CR LF or CR alone, the last one in any of
/// them or in nothing. A UTF-8 byte order mark before the first one is passed over. Words are what
/// blanks and tabs part. Lines and columns count from 1, columns in bytes. A word is a view into
/// the text, so it has its place.
class Scanner {
 public:
  Scanner(std::string name, std::string_view text) : name_(std::move(name)), rest_(text) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    if (rest_.starts_with(kMark)) rest_.remove_prefix(kMark.size());
    line_ = words_ = rest_.substr(0, 0);
  }

  /// Goes to the next line; false, and no further, after the last one.
  bool next_line() {
    if (rest_.empty()) {
      words_ = line_.substr(line_.size());
      return false;
    }
    if (!line_feed_ || line_feed_ < rest_.data()) line_feed_ = find(rest_, '\n');
    const auto most = static_cast<std::size_t>(line_feed_ - rest_.data());
    const auto size = static_cast<std::size_t>(find(rest_.substr(0, most), '\r') - rest_.data());
    line_ = words_ = rest_.substr(0, size);
    rest_.remove_prefix(std::min(size + (size + 1 == most ? 2 : 1), rest_.size()));
    ++number_;
    return true;
  }

  /// The line without its end.
  [[nodiscard]] std::string_view line() const { return line_; }

  /// The next word of the line; after the last one an empty one at the line's end.
  std::string_view word() {
    const char* at = words_.data();
    const char* const end = at + words_.size();
    while (at != end && is_blank(*at)) ++at;
    const char* const first = at;
    while (at != end && !is_blank(*at)) ++at;
    words_ = {at, static_cast<std::size_t>(end - at)};
    return {first, static_cast<std::size_t>(at - first)};
  }

  /// The next word, as a number in [low, high]; `what` is what it is called.
  std::int64_t integer(std::string_view what, std::int64_t low, std::int64_t high) {
    return integer(word(), what, low, high);
  }

  /// The same, of a word that was read before; `hint` says what else to do where it is none.
  [[nodiscard]] std::int64_t integer(std::string_view word, std::string_view what, std::int64_t low,
                                     std::int64_t high, std::string_view hint = "") const {
    std::int64_t value = 0;
    const char* const end = word.data() + word.size();
    const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
    const auto [stop, error] = std::from_chars(word.data() + (plus ? 1 : 0), end, value);
    if (error != std::errc{} || stop != end || value < low || value > high) {
      refuse(word, what,
             low > high ? "none in a graph of 0 vertices"
                        : fmt::format("a whole number from {} to {}{}", low, high, hint));
    }
    return value;
  }

  /// The part of the line behind the last word, without the blanks around it.
  [[nodiscard]] std::string_view rest_of_line() const {
    std::string_view rest = words_;
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
    return rest;
  }

  /// Refuses whatever else the line holds.
  void end_line() {
    const std::string_view word = this->word();
    if (!word.empty()) refuse(word, "the line goes on with", "its end");
  }

  /// Refuses a text that is none: with a NUL, as files of 16-bit characters have. O(size).
  void require_text() {
    const std::size_t nul = rest_.find('\0');
    if (nul == std::string_view::npos) return;
    const std::string_view before = rest_.substr(0, nul);
    while (next_line() && rest_.data() <= before.data() + nul) continue;
    refuse(line_.substr(static_cast<std::size_t>(before.data() + nul - line_.data()), 1),
           "a character of the text", "no NUL: text in UTF-8, not in UTF-16, and no binary file");
  }

  /// How many lines are still to come: what memory to reserve. O(the rest of the text).
  [[nodiscard]] std::size_t lines_left() const {
    const auto line_feeds = std::count(rest_.begin(), rest_.end(), '\n');
    const auto returns = std::count(rest_.begin(), rest_.end(), '\r');
    return static_cast<std::size_t>(std::max(line_feeds, returns)) + 1;
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t number() const { return number_; }

  /// Throws Error(kInput): at this part of the line stands this, expected was that.
  [[noreturn]] void refuse(std::string_view part, std::string_view what,
                           std::string_view expected) const {
    const std::string found = part.empty() ? "missing" : fmt::format("'{}'", shown(part));
    const std::string_view verb = what.ends_with("with") ? "" : " is";
    throw Error(Fault::kInput, fmt::format("{}: line {}, column {}: {}{} {}, expected {}", name_,
                                           std::max(number_, std::size_t{1}), column_of(part), what,
                                           verb, found, expected));
  }

  /// Throws Error(kInput) with a message about the text as a whole.
  [[noreturn]] void refuse_text(const std::string& message) const {
    throw Error(Fault::kInput, fmt::format("{}: {}", name_, message));
  }

  /// Throws Error(kInput): the text ends here, expected was that.
  [[noreturn]] void refuse_end(std::string_view found, std::string_view expected) const {
    throw Error(Fault::kInput, fmt::format("{}: line {}, column {}: the file ends{}, expected {}",
                                           name_, std::max(number_, std::size_t{1}),
                                           column_of(line_.substr(line_.size())), found, expected));
  }

 private:
  [[nodiscard]] std::size_t column_of(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - line_.data()) + 1;
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  /// Where the character first stands in the text, or else the text's end.
  static const char* find(std::string_view text, char c) {
    const void* const found = std::memchr(text.data(), c, text.size());
    return found == nullptr ? text.data() + text.size() : static_cast<const char*>(found);
  }

  std::string name_;
  std::string_view rest_;            // what follows the line
  std::string_view line_;            // without its end
  std::string_view words_;           // what of the line is not yet read
  const char* line_feed_ = nullptr;  // the first one in rest_, or its end
  std::size_t number_ = 0;
};

}  // namespace apsp::convert
