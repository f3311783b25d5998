// SPDX-License-Identifier: MIT
// A square matrix of weights: row i and column j have the edge from i to j. No edge: an empty
// field, infinity, NaN, 1073741823, and 0, which beside the diagonal is an edge with
// --zero-is-edge. The first line may name the columns, the first column the rows, by the same
// names.
#include "tools/convert/csv_matrix.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>

#include "common/base/plural.hpp"
#include "tools/convert/csv_header.hpp"
#include "tools/convert/csv_record.hpp"
#include "tools/convert/format.hpp"

namespace apsp::convert {
namespace {

constexpr std::size_t kMostColumnsOfEdges = 3;

bool is_infinite(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return text.empty() || is_word(text, "inf") || is_word(text, "infinity") ||
         is_word(text, "nan") || text == "1073741823";
}

bool is_entry(std::string_view text) {
  return is_infinite(text) || Decimal::parse(text);
}

bool is_zero(std::string_view text) {
  const auto number = Decimal::parse(text);
  return number && number->text.find_first_not_of("0.") == std::string_view::npos;
}

bool is_no_edge(std::string_view text) {
  return is_infinite(text) || is_zero(text);
}

/// Goes to the next line with something on it.
bool next_row(Scanner& scanner) {
  while (scanner.next_line()) {
    if (scanner.line().find_first_not_of(" \t") != std::string_view::npos) return true;
  }
  return false;
}

/// A matrix with and without a header line and an index column.
struct Layout {
  bool header = false;
  bool index = false;
};

/// The outline of a table: of its fields only those at the edges are kept.
struct Outline {
  std::size_t rows = 0;
  std::size_t columns = 0;  // of the first row
  bool even = true;         // all rows have as many
  std::vector<std::string> top;
  std::vector<std::string> left;
  bool entries_inside = true;  // all fields but `top` and `left` are entries
  bool empty_diagonal[2][2] = {{true, true}, {true, true}};  // [header][index]: no edge there
  bool zero_diagonal = false;                                // some entry on it is 0 and not empty

  void add(const Record& record);
  [[nodiscard]] bool fits(Layout layout) const;
};

void Outline::add(const Record& record) {
  if (rows == 0) columns = record.size();
  even = even && record.size() == columns;
  left.emplace_back(record[0].text);
  for (std::size_t column = 0; column < record.size(); ++column) {
    const std::string_view text = record[column].text;
    if (rows == 0) top.emplace_back(text);
    if (rows > 0 && column > 0 && !is_entry(text)) entries_inside = false;
  }
  for (const std::size_t header : {0U, 1U}) {
    for (const std::size_t index : {0U, 1U}) {
      if (rows < header || rows - header + index >= record.size()) continue;
      const std::string_view text = record[rows - header + index].text;
      if (!is_no_edge(text)) empty_diagonal[header][index] = false;
      if (rows > 0 && header == index && is_zero(text)) zero_diagonal = true;
    }
  }
  ++rows;
}

bool are_different(const std::vector<std::string>& names) {
  const std::unordered_set<std::string_view> different(names.begin(), names.end());
  return different.size() == names.size() && different.count("") == 0;
}

/// Whether these are names that no entries can be: no numbers, or all numbers from 0 or 1 on.
bool are_names(const std::vector<std::string>& names) {
  const auto counts_from = [&](std::size_t first) {
    for (std::size_t n = 0; n < names.size(); ++n) {
      if (names[n] != std::to_string(n + first)) return false;
    }
    return true;
  };
  const bool words = std::none_of(names.begin(), names.end(),
                                  [](const std::string& name) { return is_entry(name); });
  return (words && are_different(names)) || counts_from(0) || counts_from(1);
}

std::vector<std::string> from_second(const std::vector<std::string>& all) {
  std::vector<std::string> rest = all;
  if (!rest.empty()) rest.erase(rest.begin());
  return rest;
}

bool Outline::fits(Layout layout) const {
  const bool square = rows + (layout.index ? 1 : 0) == columns + (layout.header ? 1 : 0);
  if (!even || !square || !entries_inside) return false;
  const auto first = layout.index ? 1 : 0;
  if (layout.header && layout.index) {
    const bool corner = !top.empty() && !Decimal::parse(top.front());
    return corner && from_second(top) == from_second(left) && are_different(from_second(top));
  }
  if (layout.header) {
    return are_names(top) && std::all_of(left.begin() + 1, left.end(), is_entry);
  }
  return std::all_of(top.begin() + first, top.end(), is_entry) &&
         (layout.index ? are_names(left) : std::all_of(left.begin(), left.end(), is_entry));
}

/// Whether a header and an index column have the same names. The other reading is a matrix whose
/// first row and column have the same entries: its corner alone on the diagonal would be empty.
bool names_agree(const Outline& outline) {
  return outline.fits({true, true}) && outline.top.front().empty() &&
         (!outline.fits({}) || outline.zero_diagonal);
}

/// The outline of a table; of more than `most` rows no more.
Outline outline_of(Scanner scanner, char separator, std::size_t most) {
  Outline outline;
  Record record(separator);
  while (outline.rows < most && next_row(scanner)) {
    record.read(scanner);
    outline.add(record);
  }
  return outline;
}

Layout choose_layout(const Scanner& scanner, const Outline& outline, const ReadOptions& options) {
  if (!options.header && names_agree(outline)) return {true, true};
  std::vector<Layout> fitting;
  for (const Layout layout : {Layout{false, false}, {true, false}, {false, true}, {true, true}}) {
    if (options.header.value_or(layout.header) == layout.header && outline.fits(layout)) {
      fitting.push_back(layout);
    }
  }
  if (fitting.size() == 1) return fitting.front();
  scanner.refuse_text(fmt::format(
      "{} of {} {}, expected a square matrix of numbers; --header yes or no says whether the first "
      "line has the names of the columns{}",
      counted(outline.rows, "line"), counted(outline.columns, "column"),
      outline.even ? "each" : "and others", fitting.empty() ? "" : ", as both fit"));
}

class MatrixReader {
 public:
  MatrixReader(Scanner scanner, char separator, Layout layout, const ReadOptions& options)
      : scanner_(std::move(scanner)), record_(separator), layout_(layout), options_(options) {}

  EdgeGraph read(std::size_t vertices) {
    EdgeGraph graph;
    graph.vertices = vertices;
    if (layout_.header) next_row(scanner_);
    std::size_t zeros = 0;
    for (std::size_t row = 0; next_row(scanner_); ++row) {
      record_.read(scanner_);
      for (std::size_t column = 0; column < vertices; ++column) {
        zeros += add_entry(graph, row, column) ? 1 : 0;
      }
    }
    note_zeros(graph, zeros);
    return graph;
  }

 private:
  /// Returns whether the entry is a 0 beside the diagonal that is no edge.
  bool add_entry(EdgeGraph& graph, std::size_t row, std::size_t column) {
    const Field& field = record_[column + (layout_.index ? 1 : 0)];
    if (is_infinite(field.text)) return false;
    if (is_zero(field.text) && (row == column || !options_.zero_is_edge)) return row != column;
    add_edge(graph.edges, {static_cast<std::int32_t>(row), static_cast<std::int32_t>(column),
                           read_weight(scanner_, field.inner, options_)});
    return false;
  }

  Scanner scanner_;
  Record record_;
  Layout layout_;
  const ReadOptions& options_;
};

}  // namespace

CsvContent csv_content(const Scanner& scanner, const ReadOptions& options) {
  const char separator = options.separator ? *options.separator : find_separator(scanner);
  Outline outline;
  Scanner lines = scanner;
  if (!next_row(lines)) return CsvContent::kEdges;
  const std::size_t columns = count_fields(lines.line(), separator);
  if (columns < 2 || !options.columns.empty()) return CsvContent::kEdges;
  try {
    outline = outline_of(scanner, separator, columns + 2);
  } catch (const Error&) {
    return CsvContent::kEdges;  // whose reader says what is wrong
  }
  if (names_source_and_target(outline.top)) return CsvContent::kEdges;
  const bool wide = columns > kMostColumnsOfEdges;
  if (names_agree(outline)) return CsvContent::kMatrix;
  if (outline.fits({true, true}) && wide) return CsvContent::kMatrix;
  bool fits = outline.fits({true, true}) && columns == kMostColumnsOfEdges;
  for (const Layout layout : {Layout{false, false}, {true, false}, {false, true}}) {
    const bool tiny = layout.index && columns < kMostColumnsOfEdges;
    fits = fits || (!tiny && outline.fits(layout) &&
                    outline.empty_diagonal[layout.header ? 1 : 0][layout.index ? 1 : 0]);
  }
  if (!fits) return CsvContent::kEdges;
  return wide ? CsvContent::kMatrix : CsvContent::kEither;
}

EdgeGraph read_csv_matrix(Input& input, const ReadOptions& options) {
  Scanner scanner(input.name(), input.bytes());
  scanner.require_text();
  const char separator = options.separator ? *options.separator : find_separator(scanner);
  const Outline outline = outline_of(scanner, separator, SIZE_MAX);
  if (outline.rows == 0) return {};
  const Layout layout = choose_layout(scanner, outline, options);
  const std::size_t vertices = outline.rows - (layout.header ? 1 : 0);
  EdgeGraph graph = MatrixReader(scanner, separator, layout, options).read(vertices);
  if (layout.header || layout.index) {
    const std::vector<std::string>& names = layout.header ? outline.top : outline.left;
    const auto first = layout.header && layout.index ? 1 : 0;
    graph.names.assign(names.begin() + first, names.end());
  }
  return graph;
}

}  // namespace apsp::convert
