// SPDX-License-Identifier: MIT
#include "tools/convert/edge_data.hpp"

#include <algorithm>

namespace apsp::convert {
namespace {

/// Reads one dictionary from its start to its end.
class Parser {
 public:
  Parser(const Scanner& scanner, std::string_view data) : scanner_(scanner), rest_(data) {}

  std::string_view weight(std::set<std::string>& others) {
    std::string_view weight;
    expect('{', "'{'");
    while (!take('}')) {
      const std::string_view key = text();
      expect(':', "a colon");
      const std::string_view value = this->value();
      if (value.empty()) scanner_.refuse(rest_, "what follows in the data of the edge", "a value");
      if (key == "weight") {
        weight = value;
      } else if (others.size() < kMostNames) {
        others.insert(shown(key));
      }
      if (take('}')) break;
      expect(',', "a comma or '}'");
    }
    if (!rest_.empty()) scanner_.refuse(rest_, "the line goes on with", "its end");
    return weight;
  }

 private:
  static constexpr std::size_t kMostNames = 16;

  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
  }

  bool take(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }

  void expect(char c, std::string_view what) {
    if (!take(c)) scanner_.refuse(rest_, "what follows in the data of the edge", what);
  }

  /// A text in quotes, without them; escaped characters as they stand.
  std::string_view text() {
    skip_blanks();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    if (quote != '\'' && quote != '"') {
      scanner_.refuse(rest_, "what follows in the data of the edge", "a name in quotes or '}'");
    }
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != quote) end += rest_[end] == '\\' ? 2 : 1;
    if (end >= rest_.size()) scanner_.refuse(rest_, "the text", "a closing quote");
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }

  /// A value up to the comma or bracket behind it.
  std::string_view value() {
    skip_blanks();
    const std::string_view start = rest_;
    for (std::size_t depth = 0; !rest_.empty();) {
      const char c = rest_.front();
      if (c == '\'' || c == '"') {
        (void)text();
        continue;
      }
      if (depth == 0 && (c == ',' || c == '}')) break;
      if (c == '{' || c == '[' || c == '(') ++depth;
      if (c == '}' || c == ']' || c == ')') {
        if (depth == 0) break;
        --depth;
      }
      rest_.remove_prefix(1);
    }
    std::string_view value = start.substr(0, start.size() - rest_.size());
    while (value.ends_with(' ') || value.ends_with('\t')) value.remove_suffix(1);
    return value;
  }

  const Scanner& scanner_;
  std::string_view rest_;
};

}  // namespace

std::string_view weight_in_data(const Scanner& scanner, std::string_view data,
                                std::set<std::string>& others) {
  return Parser(scanner, data).weight(others);
}

}  // namespace apsp::convert
