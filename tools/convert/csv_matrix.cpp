// SPDX-License-Identifier: MIT
// A square matrix of weights: row i and column j have the edge from i to j. No edge: an empty
// field, infinity, NaN, NA, 1073741823, what --no-edge says, and 0, which beside the diagonal is an
// edge with --zero-is-edge. The first line may name the columns, the first column the rows, by the
// same names. Half of a symmetric matrix, with --undirected: lines of 1 to V or of V to 1 numbers.
#include "tools/convert/csv_matrix.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>

#include "common/base/plural.hpp"
#include "tools/convert/column_names.hpp"
#include "tools/convert/csv_record.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/weight.hpp"

namespace apsp::convert {
namespace {

constexpr std::size_t kMostColumnsOfEdges = 3;

/// Whether an entry says that there is no edge, other than by 0.
bool is_infinite(std::string_view text, const ReadOptions& options) {
  if (is_no_edge(text, options)) return true;
  if (text.size() > 1 && text.starts_with('-')) return false;
  return is_missing(text) || text == "1073741823";
}

bool is_entry(std::string_view text, const ReadOptions& options) {
  return is_infinite(text, options) || is_number(text);
}

bool is_zero(std::string_view text) {
  const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
  return mantissa.find_first_of("123456789") == std::string_view::npos && is_number(text);
}

/// Goes past comments, lines that begin with # and a blank. Returns how many there were.
std::size_t skip_comments(Scanner& scanner) {
  std::size_t comments = 0;
  for (Scanner ahead = scanner; ahead.next_line(); scanner = ahead) {
    if (ahead.line().starts_with("# ") || ahead.line() == "#") {
      ++comments;
    } else if (!ahead.word().empty()) {
      break;
    }
  }
  return comments;
}

/// Goes to the next line with something on it.
bool next_row(Scanner& scanner) {
  while (scanner.next_line()) {
    if (scanner.line().find_first_not_of(" \t") != std::string_view::npos) return true;
  }
  return false;
}

/// The part of a matrix that a file has: the lower or upper half with the diagonal, on which there
/// is no edge, or without it.
enum class Part { kAll, kLower, kUpper, kBelow, kAbove };

/// A matrix with and without a header line and an index column.
struct Layout {
  bool header = false;
  bool index = false;
  Part part = Part::kAll;
};

/// The outline of a table: of its fields only those at the edges are kept.
struct Outline {
  std::size_t rows = 0;
  std::size_t columns = 0;     // of the first row
  bool even = true;            // all rows have as many
  std::size_t last = 0;        // columns of the last row
  bool lower = true;           // row r has r + 1 columns
  bool upper = true;           // each row has one column less
  std::size_t lower_ends = 0;  // rows without an edge in the last column: the diagonal, if lower
  std::size_t upper_ends = 0;  // rows without an edge in the first column
  std::vector<std::string> top;
  std::vector<std::string> left;
  bool entries_inside = true;  // all fields but `top` and `left` are entries
  bool top_entries = true;     // all fields of `top` are
  bool left_entries = true;    // all fields of `left` are
  bool empty_diagonal[2][2] = {{true, true}, {true, true}};  // [header][index]: no edge there
  bool zero_diagonal = false;                                // some entry on it is 0 and not empty
  bool same_diagonal = true;  // all entries on it are the same, without header and index
  const ReadOptions* options = nullptr;

  void add(const Record& record);
  [[nodiscard]] bool fits(Layout layout) const;

  /// The half of a matrix that the rows are, kAll for none.
  [[nodiscard]] Part half() const;
};

void Outline::add(const Record& record) {
  const auto is_empty = [&](std::string_view text) {
    return is_infinite(text, *options) || is_zero(text);
  };
  if (rows == 0) columns = record.size();
  even = even && record.size() == columns;
  lower = lower && record.size() == rows + 1;
  upper = upper && record.size() + rows == columns;
  lower_ends += is_empty(record[record.size() - 1].text) ? 1 : 0;
  upper_ends += is_empty(record[0].text) ? 1 : 0;
  last = record.size();
  left_entries = left_entries && is_entry(record[0].text, *options);
  left.emplace_back(record[0].text);
  same_diagonal = same_diagonal && rows < record.size() && record[rows].text == left.front();
  for (std::size_t column = 0; column < record.size(); ++column) {
    const std::string_view text = record[column].text;
    if (rows == 0) top.emplace_back(text);
    if (rows == 0) top_entries = top_entries && is_entry(text, *options);
    if (rows > 0 && column > 0 && !is_entry(text, *options)) entries_inside = false;
  }
  for (const std::size_t header : {0U, 1U}) {
    for (const std::size_t index : {0U, 1U}) {
      if (rows < header || rows - header + index >= record.size()) continue;
      const std::string_view text = record[rows - header + index].text;
      if (!is_empty(text)) empty_diagonal[header][index] = false;
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
                                  [](const std::string& name) { return is_entry(name, {}); });
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
  const auto entry = [&](const std::string& text) { return is_entry(text, *options); };
  if (layout.header && layout.index) {
    const bool corner = !top.empty() && !Decimal::parse(top.front());
    return corner && from_second(top) == from_second(left) && are_different(from_second(top));
  }
  if (layout.header) {
    return are_names(top) && std::all_of(left.begin() + 1, left.end(), entry);
  }
  return std::all_of(top.begin() + first, top.end(), entry) &&
         (layout.index ? are_names(left) : left_entries);
}

Part Outline::half() const {
  if (rows < 2 || !entries_inside || !top_entries || !left_entries) return Part::kAll;
  const std::size_t ends = lower ? lower_ends : upper_ends;
  if ((!lower && !(upper && last == 1)) || (ends > 0 && ends < rows)) return Part::kAll;
  if (ends == 0) return lower ? Part::kBelow : Part::kAbove;
  return lower ? Part::kLower : Part::kUpper;
}

/// Whether a header and an index column have the same names. The other reading is a matrix whose
/// first row and column have the same entries: its corner alone on the diagonal would be empty.
bool names_agree(const Outline& outline) {
  return outline.fits({true, true}) && outline.top.front().empty() &&
         (!outline.fits({}) || outline.zero_diagonal);
}

/// The outline of a table; of more than `most` rows no more.
Outline outline_of(Scanner scanner, char separator, std::size_t most, const ReadOptions& options) {
  Outline outline;
  outline.options = &options;
  Record record(separator);
  while (outline.rows < most && next_row(scanner)) {
    record.read(scanner);
    outline.add(record);
  }
  return outline;
}

/// Half a matrix is one of both halves where --undirected says so.
Layout half_layout(const Scanner& scanner, const Outline& outline, const ReadOptions& options) {
  if (options.undirected) return {false, false, outline.half()};
  scanner.refuse_text(
      fmt::format("{} of {} to {} numbers are half a matrix; --undirected reads them "
                  "as both halves",
                  counted(outline.rows, "line"), std::min(outline.columns, outline.last),
                  std::max(outline.columns, outline.last)));
}

Layout choose_layout(const Scanner& scanner, const Outline& outline, const ReadOptions& options) {
  if (outline.half() != Part::kAll) return half_layout(scanner, outline, options);
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
      "line has the names of the columns{}, --no-edge VALUE which word stands for no edge{}",
      counted(outline.rows, "line"), counted(outline.columns, "column"),
      outline.even ? "each" : "and others", fitting.empty() ? "" : ", as both fit",
      outline.even ? "" : ", --separator what parts the columns, --decimal , a decimal comma"));
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
      const std::size_t vertex = layout_.part == Part::kBelow ? row + 1 : row;
      const std::size_t end = is_lower() ? row + 1 : vertices;
      for (std::size_t column = first_column(row); column < end; ++column) {
        zeros += add_entry(graph, vertex, column,
                           record_[column + (layout_.index ? 1 : 0) - first_column(row)])
                     ? 1
                     : 0;
      }
    }
    note_zeros(graph, zeros);
    return graph;
  }

 private:
  [[nodiscard]] bool is_lower() const {
    return layout_.part == Part::kLower || layout_.part == Part::kBelow;
  }

  [[nodiscard]] std::size_t first_column(std::size_t row) const {
    if (layout_.part == Part::kAbove) return row + 1;
    return layout_.part == Part::kUpper ? row : 0;
  }

  /// Returns whether the entry is a 0 beside the diagonal that is no edge.
  bool add_entry(EdgeGraph& graph, std::size_t row, std::size_t column, const Field& field) {
    if (is_infinite(field.text, options_)) return false;
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
  Outline outline;
  Scanner lines = scanner;
  skip_comments(lines);
  const char separator = take_separator(lines, options);
  Scanner first = lines;
  if (!next_row(first)) return CsvContent::kEdges;
  const std::size_t columns = count_fields(first.line(), separator);
  if (!options.columns.empty()) return CsvContent::kEdges;
  try {
    outline = outline_of(lines, separator, columns + 2, options);
  } catch (const Error&) {
    return CsvContent::kEdges;  // whose reader says what is wrong
  }
  const bool weight = std::any_of(outline.top.begin(), outline.top.end(),
                                  [](const auto& name) { return role_of(name) == Role::kWeight; });
  const bool named = names_source_and_target(outline.top);
  if (named && (weight || columns < kMostColumnsOfEdges)) return CsvContent::kEdges;
  if (outline.half() != Part::kAll) return CsvContent::kMatrix;
  if (columns < 2) return CsvContent::kEdges;
  const bool wide = columns > kMostColumnsOfEdges;
  if (names_agree(outline)) return CsvContent::kMatrix;
  if (outline.fits({true, true}) && wide) return CsvContent::kMatrix;
  bool fits = outline.fits({true, true}) && columns == kMostColumnsOfEdges;
  for (const Layout layout : {Layout{false, false}, {true, false}, {false, true}}) {
    const bool tiny = layout.index && columns < kMostColumnsOfEdges;
    fits = fits || (!tiny && outline.fits(layout) &&
                    outline.empty_diagonal[layout.header ? 1 : 0][layout.index ? 1 : 0]);
  }
  // Ones, say, stand on a diagonal more often than edges bring the same number there.
  fits = fits || (!wide && outline.same_diagonal && outline.fits({}));
  if (!fits) return CsvContent::kEdges;
  return wide && !named ? CsvContent::kMatrix : CsvContent::kEither;
}

EdgeGraph read_csv_matrix(Input& input, const ReadOptions& options) {
  Scanner scanner(input.name(), input.bytes());
  scanner.require_text();
  const std::size_t comments = skip_comments(scanner);
  const char separator = take_separator(scanner, options);
  const Outline outline = outline_of(scanner, separator, SIZE_MAX, options);
  if (outline.rows == 0) return {};
  const Layout layout = choose_layout(scanner, outline, options);
  const bool diagonal = layout.part != Part::kBelow && layout.part != Part::kAbove;
  const std::size_t vertices = outline.rows - (layout.header ? 1 : 0) + (diagonal ? 0 : 1);
  EdgeGraph graph = MatrixReader(scanner, separator, layout, options).read(vertices);
  if (comments > 0) {
    graph.losses.push_back(fmt::format("{} at the top {} left out",
                                       counted(comments, "comment line"),
                                       comments == 1 ? "is" : "are"));
  }
  if (layout.header || layout.index) {
    const std::vector<std::string>& names = layout.header ? outline.top : outline.left;
    const auto first = layout.header && layout.index ? 1 : 0;
    graph.names.assign(names.begin() + first, names.end());
  }
  return graph;
}

}  // namespace apsp::convert
