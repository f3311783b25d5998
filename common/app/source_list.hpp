// SPDX-License-Identifier: MIT
// The value of --sources and of --targets: a choice of vertices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/app/option_parser.hpp"
#include "common/core/row_set.hpp"

namespace apsp {

/// Vertices in the order that the user gave them in. The syntax is checked at once, and the numbers
/// when V is known. For one thread at a time. It is one of two:
/// - "3,10:20,7": vertices and ranges A:B with commas between them. A range holds A, A + 1 and so
///   on up to B - 1. A missing A is 0, a missing B is V.
/// - "@FILE": a vertex a line, by number or, where the vertices have names, by name. Lines end in
///   LF or CR LF. No comments. "@-" is standard input.
/// A vertex may come more than once. A list, a range or a file without a vertex is refused.
class SourceList {
 public:
  /// Parses the value of `option` ("--sources"). No file is opened. Throws InvalidValue.
  SourceList(std::string option, const std::string& text);

  /// The name of the option.
  [[nodiscard]] const std::string& option() const { return option_; }

  /// The file of "@FILE"; nothing for a list. Only with a file rows() needs names.
  [[nodiscard]] const std::optional<std::string>& file() const { return file_; }

  /// Returns the number of rows; nothing where it depends on V, because a range ends with V, and
  /// `vertices` are not given. Throws Error(kInput) for a file that is unreadable or empty.
  [[nodiscard]] std::optional<std::size_t> size(std::optional<std::size_t> vertices = {}) const;

  /// Returns the least V that has all these vertices; nothing where a range ends with V, or a line
  /// of the file is no number. Throws as size().
  [[nodiscard]] std::optional<std::size_t> least_vertices() const;

  /// Returns the rows of these vertices; all() for a list that is one range of all V. `names` are
  /// those of the V vertices, or none. Throws Error(kUsage) with an item of the list that is out of
  /// range. Throws Error(kInput) for a file that is unreadable, or with a line that is no vertex.
  /// O(the number of rows), and with a file and names O(V).
  [[nodiscard]] RowSet rows(std::size_t vertices, std::span<const std::string> names = {}) const;

 private:
  /// One item of a list: the vertices [first, end).
  struct Item {
    std::string text;  // as it was given
    std::uint64_t first;
    std::optional<std::uint64_t> end;  // nothing: V
  };

  [[nodiscard]] Item parse_item(std::string_view text, const std::string& whole) const;
  [[nodiscard]] RowSet rows_of_list(std::size_t vertices) const;
  [[nodiscard]] RowSet rows_of_file(std::size_t vertices, std::span<const std::string> names) const;
  void read_lines() const;

  std::string option_;
  std::optional<std::string> file_;
  std::vector<Item> items_;  // one or more, without a file

  // A file is read when it is first needed, once, because it may be a pipe.
  mutable std::string file_name_;  // for messages
  mutable std::vector<std::string> lines_;
};

/// Adds `option` ("--sources"), shown as LIST. `target` outlives the parser.
OptionParser::Option add_source_list(OptionParser& parser, const std::string& option,
                                     const std::string& description,
                                     std::optional<SourceList>& target);

/// The syntax, for the footer of --help.
inline constexpr const char* kSourceListHelp =
    R"(LIST is vertices and ranges A:B with commas between them, such as 3,10:20,7. A
range ends before B; a missing A is 0, a missing B is the number of vertices.
@FILE in place of LIST names a file of one vertex a line, by number or, where
GRAPH.names is there, by name.
)";

}  // namespace apsp
