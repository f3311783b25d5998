// SPDX-License-Identifier: MIT
#include "tools/convert/edge_data.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "tools/convert/column_names.hpp"
#include "tools/convert/weight.hpp"

namespace apsp::convert {
namespace {

/// Reads one dictionary from its start to its end.
class Parser {
 public:
  Parser(const Scanner& scanner, std::string_view data) : scanner_(scanner), rest_(data) {}

  /// Calls `take` with each key and value.
  template <typename Take>
  void read(const Take& take_entry) {
    expect('{', "'{'");
    while (!take('}')) {
      const std::string_view key = text();
      expect(':', "a colon");
      const std::string_view value = this->value();
      if (value.empty()) scanner_.refuse(rest_, "what follows in the data of the edge", "a value");
      take_entry(key, value);
      if (take('}')) break;
      expect(',', "a comma or '}'");
    }
    if (!rest_.empty()) scanner_.refuse(rest_, "the line goes on with", "its end");
  }

 private:
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

std::string_view value_in_data(const Scanner& scanner, std::string_view data, std::string_view key,
                               std::set<std::string>& others) {
  constexpr std::size_t kMostNames = 16;
  std::string_view found;
  Parser(scanner, data).read([&](std::string_view name, std::string_view value) {
    if (name == key) {
      found = value;
    } else if (others.size() < kMostNames) {
      others.insert(shown(name));
    }
  });
  return found;
}

std::string weight_key_in_data(const Scanner& scanner, std::string_view data) {
  std::vector<std::string> keys;
  bool weight = false;
  Parser(scanner, data).read([&](std::string_view name, std::string_view value) {
    weight = weight || name == "weight";
    if (is_number(value) && may_be_weight(name)) keys.emplace_back(name);
  });
  if (weight || keys.empty()) return "weight";
  if (keys.size() == 1 && role_of(keys.front()) != Role::kBack) return keys.front();
  scanner.refuse(data, "the data of the edge",
                 fmt::format("one key with a number, the weight, not {}; --columns 1,2,KEY says "
                             "which, --columns 1,2 that there is none",
                             listed(keys)));
}

}  // namespace apsp::convert
