// SPDX-License-Identifier: MIT
// Lines of comma-separated values: their separator and their fields. Fields may stand in quotes, a
// quote in them is doubled (RFC 4180), but a field stays in its line. Blanks around a field do not
// belong to it, unless they stand in quotes.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "tools/convert/read_options.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// One field of a line.
struct Field {
  std::string_view place;  // in the line, with its quotes
  std::string_view inner;  // in the line, without them
  std::string_view text;   // without them, doubled quotes made one
};

/// The fields of one line, valid until the next one is read.
class Record {
 public:
  /// A blank as separator stands for any number of blanks and tabs.
  explicit Record(char separator) : separator_(separator) {}

  /// Reads the scanner's line. Throws Error(kInput) for a quote that is not closed, or out of
  /// place.
  void read(const Scanner& scanner);

  [[nodiscard]] std::size_t size() const { return fields_.size(); }
  const Field& operator[](std::size_t column) const { return fields_[column]; }

 private:
  Field plain(const Scanner& scanner, std::string_view rest) const;
  Field quoted(const Scanner& scanner, std::string_view rest);

  char separator_;
  std::vector<Field> fields_;
  std::deque<std::string> unquoted_;  // texts of fields with doubled quotes
};

/// How many fields a line has; a quote that is not closed ends with the line.
[[nodiscard]] std::size_t count_fields(std::string_view line, char separator);

/// The separator of the scanner's text: that of options, or of a first line "sep=;", which
/// spreadsheets write and the scanner then passes over. Else comma, semicolon, bar or tab,
/// whichever gives each of the first lines the same number of columns. Else the only one in the
/// text, else blanks. A comma that is the decimal point is none. Throws Error(kInput) where several
/// fit, blanks between numbers among them.
[[nodiscard]] char take_separator(Scanner& scanner, const ReadOptions& options);

/// Whether a text is the same as a word in lower case, letters of either case being equal.
[[nodiscard]] bool is_word(std::string_view text, std::string_view lower);

/// Whether a field says that there is no number: empty, or one of inf, nan, NA, null, ? and such.
[[nodiscard]] bool is_missing(std::string_view text);

}  // namespace apsp::convert
