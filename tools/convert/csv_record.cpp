// SPDX-License-Identifier: MIT
#include "tools/convert/csv_record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "tools/convert/decimal.hpp"

namespace apsp::convert {
namespace {

constexpr std::array kSeparators = {',', ';', '\t', '|'};

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// Blanks that are not the separator, which may surround a field.
std::size_t blanks_at(std::string_view text, std::size_t at, char separator) {
  if (separator == ' ') return 0;
  std::size_t end = at;
  while (end < text.size() && is_blank(text[end]) && text[end] != separator) ++end;
  return end - at;
}

/// Blanks in front of a field.
std::size_t blanks_before(std::string_view text, char separator) {
  if (separator != ' ') return blanks_at(text, 0, separator);
  return std::min(text.find_first_not_of(" \t"), text.size());
}

/// Where the field at the start of `rest` ends: at a separator, or at the line's end.
std::size_t end_of_plain(std::string_view rest, char separator) {
  const std::size_t end = separator == ' ' ? rest.find_first_of(" \t") : rest.find(separator);
  return std::min(end, rest.size());
}

/// The position behind the closing quote of the field at the start of `rest`, or npos.
std::size_t end_of_quoted(std::string_view rest) {
  for (std::size_t at = 1;;) {
    const std::size_t quote = rest.find('"', at);
    if (quote == std::string_view::npos) return quote;
    if (quote + 1 == rest.size() || rest[quote + 1] != '"') return quote + 1;
    at = quote + 2;
  }
}

/// Whether the first lines have one number of columns, two or more, with this separator.
bool fits(const std::vector<std::string_view>& lines, char separator) {
  const std::size_t columns = lines.empty() ? 0 : count_fields(lines.front(), separator);
  return columns > 1 && std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
           return count_fields(line, separator) == columns;
         });
}

bool is_marked(std::string_view line) {
  return line.starts_with('#') || line.starts_with("% ");
}

/// Lines with something on them, those that may be comments only where there are no others.
std::vector<std::string_view> first_lines(Scanner& scanner) {
  constexpr std::size_t kMost = 64;
  std::vector<std::string_view> lines;
  std::vector<std::string_view> marked;
  while (lines.size() < kMost && scanner.next_line()) {
    if (scanner.word().empty()) continue;
    (is_marked(scanner.line()) ? marked : lines).push_back(scanner.line());
    if (marked.size() > kMost) marked.pop_back();
  }
  return lines.empty() ? marked : lines;
}

/// The separator that a line "sep=;" says, and goes past it.
std::optional<char> take_statement(Scanner& scanner) {
  Scanner ahead = scanner;
  if (!ahead.next_line()) return std::nullopt;
  const std::string_view line = ahead.line();
  constexpr std::string_view kStart = "sep=";
  if (line.size() != kStart.size() + 1 || !is_word(line.substr(0, kStart.size()), kStart)) {
    return std::nullopt;
  }
  scanner = ahead;
  return line.back();
}

bool is_all_numbers(std::string_view words) {
  Scanner scanner("", words);
  scanner.next_line();
  for (auto word = scanner.word(); !word.empty(); word = scanner.word()) {
    if (!Decimal::parse(word) && !is_missing(word)) return false;
  }
  return true;
}

bool is_decimal_with_comma(std::string_view word) {
  const std::size_t at = word.find(',');
  return at != std::string_view::npos && Decimal::parse(word.substr(0, at)) &&
         Decimal::parse(word.substr(at + 1));
}

/// Whether each group behind a comma has three digits, the last one perhaps a fraction:
/// 1,234,567.5.
bool has_groups_of_three(std::string_view word) {
  std::string_view rest = word.substr(0, word.find('.'));
  if (rest.find_first_not_of("0123456789,") != std::string_view::npos) return false;
  rest.remove_prefix(rest.find(',') + 1);
  for (std::size_t at = 3; at < rest.size(); at += 4) {
    if (rest[at] != ',') return false;
  }
  return rest.size() % 4 == 3 &&
         std::count(rest.begin(), rest.end(), ',') == static_cast<std::ptrdiff_t>(rest.size() / 4);
}

/// Whether all commas of a line are decimal ones of words between blanks, or part thousands there,
/// beside numbers without or at least two other words.
bool has_comma_between_blanks(std::string_view line) {
  Scanner scanner("", line);
  scanner.next_line();
  std::size_t words = 0;
  bool comma = false;
  bool plain = false;
  for (auto word = scanner.word(); !word.empty(); word = scanner.word(), ++words) {
    const std::size_t at = word.find(',');
    if (at == std::string_view::npos) {
      plain = plain || Decimal::parse(word) || is_missing(word);
    } else if (is_decimal_with_comma(word) || has_groups_of_three(word)) {
      comma = true;
    } else {
      return false;
    }
  }
  return comma && (plain || words > 2);
}

/// Whether a line has a field of several numbers with blanks between them.
bool has_numbers_with_blanks(std::string_view line, char separator) {
  if (separator == ',' && has_comma_between_blanks(line)) return true;
  while (!line.empty()) {
    std::string_view field = line.substr(0, end_of_plain(line, separator));
    line.remove_prefix(std::min(field.size() + 1, line.size()));
    while (!field.empty() && is_blank(field.front())) field.remove_prefix(1);
    while (!field.empty() && is_blank(field.back())) field.remove_suffix(1);
    if (std::any_of(field.begin(), field.end(), is_blank) && is_all_numbers(field)) return true;
  }
  return false;
}

/// Whether blanks may be the separator and this one something else: all lines have numbers with
/// blanks between them. A header need not, nor a single number at an end, where half a matrix has
/// one.
bool may_be_blanks(std::vector<std::string_view> lines, char separator) {
  if (separator == '\t') return false;
  const auto is_single = [&](std::string_view line) {
    return count_fields(line, separator) == 1 || is_decimal_with_comma(line);
  };
  if (lines.size() > 1 && is_single(lines.front())) lines.erase(lines.begin());
  if (lines.size() > 1 && is_single(lines.back())) lines.pop_back();
  return std::all_of(lines.begin(), lines.end(),
                     [&](auto line) { return has_numbers_with_blanks(line, separator); });
}

std::string_view decimal_hint(std::string_view separators) {
  return separators.find(',') == std::string_view::npos
             ? ""
             : ", or --decimal , that the comma is a decimal point";
}

}  // namespace

void Record::read(const Scanner& scanner) {
  fields_.clear();
  unquoted_.clear();
  std::string_view rest = scanner.line();
  for (;;) {
    rest.remove_prefix(blanks_before(rest, separator_));
    if (separator_ == ' ' && rest.empty() && !fields_.empty()) return;
    const Field field = rest.starts_with('"') ? quoted(scanner, rest) : plain(scanner, rest);
    fields_.push_back(field);
    rest.remove_prefix(static_cast<std::size_t>(field.place.data() - rest.data()) +
                       field.place.size());
    rest.remove_prefix(blanks_at(rest, 0, separator_));
    if (rest.empty()) return;
    rest.remove_prefix(1);  // the separator
  }
}

Field Record::plain(const Scanner& scanner, std::string_view rest) const {
  std::string_view text = rest.substr(0, end_of_plain(rest, separator_));
  const std::size_t quote = text.find('"');
  if (quote != std::string_view::npos) {
    scanner.refuse(
        text.substr(quote), "the rest of the field",
        "no quote in a field that does not begin with one; --separator says what separates");
  }
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return {text, text, text};
}

Field Record::quoted(const Scanner& scanner, std::string_view rest) {
  const std::size_t end = end_of_quoted(rest);
  if (end == std::string_view::npos) {
    scanner.refuse(rest, "the field", "a closing quote in the same line");
  }
  const std::size_t next = end + blanks_at(rest, end, separator_);
  const bool ends =
      next == rest.size() || rest[next] == separator_ || (separator_ == ' ' && is_blank(rest[end]));
  if (!ends) {
    scanner.refuse(rest.substr(end), "what follows the closing quote",
                   "a separator or the line's end; --separator says which it is");
  }
  const std::string_view inner = rest.substr(1, end - 2);
  if (inner.find('"') == std::string_view::npos) return {rest.substr(0, end), inner, inner};
  std::string& text = unquoted_.emplace_back();
  for (std::size_t at = 0; at < inner.size(); ++at) {
    text += inner[at];
    if (inner[at] == '"') ++at;  // it is doubled
  }
  return {rest.substr(0, end), inner, text};
}

std::size_t count_fields(std::string_view line, char separator) {
  for (std::size_t count = 1;; ++count) {
    line.remove_prefix(blanks_before(line, separator));
    if (separator == ' ' && line.empty()) return count - 1;
    const std::size_t quoted = line.starts_with('"') ? end_of_quoted(line) : 0;
    if (quoted == std::string_view::npos) return count;
    line.remove_prefix(quoted);
    line.remove_prefix(end_of_plain(line, separator));
    if (line.empty()) return count;
    line.remove_prefix(1);
  }
}

char take_separator(Scanner& scanner, const ReadOptions& options) {
  const std::optional<char> stated = take_statement(scanner);
  Scanner ahead = scanner;
  const std::vector<std::string_view> lines = first_lines(ahead);
  if (options.separator || stated) {
    const char separator = options.separator ? *options.separator : *stated;
    if (separator == options.decimal && !lines.empty() &&
        lines.front().find('"') == std::string_view::npos) {
      scanner.refuse_text(
          "commas cannot separate and be decimal points where nothing stands in "
          "quotes, expected another --separator");
    }
    return separator;
  }
  if (lines.empty()) return ',';
  // Half a matrix begins or ends with one field.
  Scanner first("", lines.front());
  first.next_line();
  const std::string_view field = first.word();
  const std::string_view sample =
      field.find_first_of(",;") == std::string_view::npos && first.word().empty() ? lines.back()
                                                                                  : lines.front();
  const auto is_in = [&](char separator) { return count_fields(sample, separator) > 1; };
  // Numbers with decimal commas stand in quotes where commas are the separators.
  const bool quotes = std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return line.find('"') != std::string_view::npos;
  });
  std::string fitting;
  std::string present;
  for (const char separator : kSeparators) {
    if (separator == options.decimal && !quotes) continue;
    if (fits(lines, separator)) fitting += separator;
    if (is_in(separator)) present += separator;
  }
  if (fitting.size() > 1) {
    scanner.refuse_text(
        fmt::format("{} separators fit each of the first lines, expected one; "
                    "--separator comma, semicolon, bar, tab or blank says which{}",
                    fitting.size(), decimal_hint(fitting)));
  }
  const std::string& found = fitting.empty() ? present : fitting;
  if (found.empty()) {
    if (options.decimal == ',' && sample.find(", ") != std::string_view::npos) {
      scanner.refuse_text(
          "commas stand before blanks, so that they are no decimal points; "
          "--separator comma or blank says which separates");
    }
    return is_in(' ') ? ' ' : ',';
  }
  if (may_be_blanks(lines, found.front())) {
    scanner.refuse_text(fmt::format(
        "blanks stand between numbers, and {} as well, expected one separator; --separator says "
        "which{}",
        found.front() == ',' ? "commas" : "other separators", decimal_hint(found)));
  }
  return found.front();
}

bool is_word(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
  });
}

bool is_missing(std::string_view text) {
  constexpr std::array<std::string_view, 14> kWords = {"",    "inf",  "infinity", "nan",  "na",
                                                       "n/a", "null", "none",     "#n/a", "missing",
                                                       "∞",   "?",    "-",        "."};
  std::string_view word = text;
  if (word.size() > 1 && (word.starts_with('+') || word.starts_with('-'))) word.remove_prefix(1);
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view known) { return is_word(word, known); });
}

}  // namespace apsp::convert
