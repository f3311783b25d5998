// SPDX-License-Identifier: MIT
// Matrix Market: "%%MatrixMarket matrix LAYOUT FIELD SYMMETRY", % comments, the size, then the
// entries. Coordinates are "row column [value]" with indices from 1; an entry is an edge from its
// row to its column, also where it is 0. An array has all values of a dense matrix, column by
// column, and its zeros, infinities and NaN are no edges, as in a NumPy array. A symmetric matrix
// lists one triangle, which stands for both; the other one of a skew-symmetric matrix has the
// opposite signs. https://math.nist.gov/MatrixMarket/formats.html
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "tools/convert/edge_graph.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/text_output.hpp"

namespace apsp::convert {
namespace {

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view other) { return same_word(word, other); });
}

enum class Symmetry { kGeneral, kSymmetric, kSkew };

struct MatrixHeader {
  bool array = false;
  bool pattern = false;  // entries have no values
  Symmetry symmetry = Symmetry::kGeneral;
};

Symmetry read_symmetry(Scanner& scanner, bool pattern) {
  const std::string_view word = scanner.word();
  if (same_word(word, "general")) return Symmetry::kGeneral;
  if (same_word(word, "symmetric")) return Symmetry::kSymmetric;
  if (same_word(word, "skew-symmetric") && !pattern) return Symmetry::kSkew;
  scanner.refuse(word, "the symmetry",
                 pattern ? "general or symmetric" : "general, symmetric or skew-symmetric");
}

MatrixHeader read_matrix_header(Scanner& scanner) {
  scanner.next_line();
  const auto expect = [&](std::string_view what, std::string_view word, std::string_view expected) {
    if (!same_word(word, expected)) scanner.refuse(word, what, expected);
  };
  // Some have one % too few.
  const std::string_view banner = scanner.word();
  if (!same_word(banner, "%MatrixMarket")) expect("the first word", banner, "%%MatrixMarket");
  expect("the object", scanner.word(), "matrix");
  MatrixHeader header;
  const std::string_view layout = scanner.word();
  header.array = same_word(layout, "array");
  if (!header.array && !same_word(layout, "coordinate")) {
    scanner.refuse(layout, "the layout", "coordinate or array");
  }
  const std::string_view field = scanner.word();
  header.pattern = same_word(field, "pattern");
  if (header.array && header.pattern) {
    scanner.refuse(field, "the field of an array", "integer, unsigned-integer or real");
  }
  if (!header.pattern && !is_one_of(field, {"integer", "unsigned-integer", "real", "double"})) {
    scanner.refuse(field, "the field", "pattern, integer, unsigned-integer or real");
  }
  header.symmetry = read_symmetry(scanner, header.pattern);
  scanner.end_line();
  return header;
}

/// Goes to the next line with something on it and returns its first word; false at the end.
bool next_entry(Scanner& scanner, std::string_view& first) {
  while (scanner.next_line()) {
    first = scanner.word();
    if (!first.empty() && first.front() != '%') return true;
  }
  return false;
}

/// Adds the edge of an entry, and that of its mirror image.
void add_entry(std::vector<Edge>& edges, const Edge& edge, Symmetry symmetry) {
  add_edge(edges, edge);
  if (symmetry == Symmetry::kGeneral || edge.source == edge.destination) return;
  add_edge(edges, {edge.destination, edge.source,
                   symmetry == Symmetry::kSkew ? -edge.weight : edge.weight});
}

/// Whether a value of an array says that there is no edge.
bool is_no_edge(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  return is_one_of(word, {"inf", "infinity", "nan", "-nan", "1073741823"});
}

/// Whether a number is 0, and not only rounded to it.
bool is_zero_number(std::string_view word) {
  const std::string_view digits = word.substr(0, word.find_first_of("eE"));
  return digits.find_first_of("123456789") == std::string_view::npos;
}

/// How many values an array of so many rows lists.
std::uint64_t values_of_array(std::int32_t rows, Symmetry symmetry) {
  const auto n = static_cast<std::uint64_t>(rows);
  if (symmetry == Symmetry::kGeneral) return n * n;
  return symmetry == Symmetry::kSymmetric ? n * (n + 1) / 2 : n * (n - 1) / 2;
}

/// Reads "rows columns" of a square matrix and returns the rows.
std::int64_t read_size(Scanner& scanner, std::string_view layout) {
  std::string_view first;
  if (!next_entry(scanner, first)) {
    scanner.refuse_end("", fmt::format("a line '{}'", layout));
  }
  const std::int64_t rows = scanner.integer(first, "the number of rows", 0, kMostCount);
  const std::string_view width = scanner.word();
  if (scanner.integer(width, "the number of columns", 0, kMostCount) != rows) {
    scanner.refuse(width, "the number of columns", fmt::format("{}, as many as rows", rows));
  }
  return rows;
}

void add_coordinates(EdgeGraph& graph, Scanner& scanner, const MatrixHeader& header,
                     const ReadOptions& options) {
  const auto rows = static_cast<std::int64_t>(graph.vertices);
  const std::int64_t entries = scanner.integer("the number of entries", 0, INT64_MAX);
  scanner.end_line();
  reserve(graph.edges, scanner.lines_left() * (header.symmetry != Symmetry::kGeneral ? 2 : 1));
  std::int64_t read = 0;
  for (std::string_view first; next_entry(scanner, first); ++read) {
    if (read == entries) {
      scanner.refuse(first, "there is another entry, which", fmt::format("{} entries", entries));
    }
    const auto row = static_cast<std::int32_t>(scanner.integer(first, "the row", 1, rows) - 1);
    const std::string_view second = scanner.word();
    const auto column =
        static_cast<std::int32_t>(scanner.integer(second, "the column", 1, rows) - 1);
    if (row == column && header.symmetry == Symmetry::kSkew) {
      scanner.refuse(second, "the column", "another than the row in a skew-symmetric matrix");
    }
    const Distance weight =
        header.pattern ? options.weight : read_weight(scanner, scanner.word(), options);
    scanner.end_line();
    add_entry(graph.edges, {row, column, weight}, header.symmetry);
  }
  if (read < entries) {
    scanner.refuse_end(fmt::format(" after {} entries", read), fmt::format("{} entries", entries));
  }
}

/// The values of an array, as many in a line as there may be.
class Values {
 public:
  explicit Values(Scanner& scanner) : scanner_(scanner) {}

  /// The next one, or an empty word at the end.
  std::string_view next() {
    std::string_view word = scanner_.word();
    if (word.empty() && !next_entry(scanner_, word)) return {};
    return word;
  }

 private:
  Scanner& scanner_;
};

void add_array(EdgeGraph& graph, Scanner& scanner, const MatrixHeader& header,
               const ReadOptions& options) {
  const auto rows = static_cast<std::int32_t>(graph.vertices);
  scanner.end_line();
  Values values(scanner);
  std::size_t zeros = 0;
  std::size_t read = 0;
  for (std::int32_t column = 0; column < rows; ++column) {
    const std::int32_t first = header.symmetry == Symmetry::kGeneral     ? 0
                               : header.symmetry == Symmetry::kSymmetric ? column
                                                                         : column + 1;
    for (std::int32_t row = first; row < rows; ++row, ++read) {
      const std::string_view word = values.next();
      if (word.empty()) {
        scanner.refuse_end(fmt::format(" after {} values", read),
                           fmt::format("{} values", values_of_array(rows, header.symmetry)));
      }
      if (is_no_edge(word)) continue;
      const Distance weight = read_weight(scanner, word, options);
      if (is_zero_number(word) && (row == column || !options.zero_is_edge)) {
        zeros += row == column ? 0 : header.symmetry == Symmetry::kGeneral ? 1 : 2;
        continue;
      }
      add_entry(graph.edges, {row, column, weight}, header.symmetry);
    }
  }
  if (const std::string_view word = values.next(); !word.empty()) {
    scanner.refuse(word, "there is another value, which",
                   fmt::format("{} values", values_of_array(rows, header.symmetry)));
  }
  note_zeros(graph, zeros);
}

}  // namespace

EdgeGraph read_matrix_market(Input& input, const ReadOptions& options) {
  Scanner scanner(input.name(), input.bytes());
  const MatrixHeader header = read_matrix_header(scanner);
  EdgeGraph graph;
  graph.vertices = static_cast<std::size_t>(
      read_size(scanner, header.array ? "rows columns" : "rows columns entries"));
  if (header.array) {
    add_array(graph, scanner, header, options);
  } else {
    add_coordinates(graph, scanner, header, options);
  }
  return graph;
}

void write_matrix_market(const EdgeGraph& graph, const Output& output, const std::string&) {
  write_text(
      output.path, output.sync,
      [&](Text& text) {
        const auto vertices = static_cast<std::int64_t>(graph.vertices);
        text.put("%%MatrixMarket matrix coordinate integer general\n");
        text.number(vertices).put(' ').number(vertices).put(' ');
        text.number(static_cast<std::int64_t>(graph.edges.size())).put('\n');
        for (const Edge& edge : graph.edges) {
          text.number(std::int64_t{edge.source} + 1).put(' ');
          text.number(std::int64_t{edge.destination} + 1).put(' ');
          text.number(edge.weight).put('\n');
        }
      },
      output.stale);
}

}  // namespace apsp::convert
