// SPDX-License-Identifier: MIT
// Matrix Market's coordinates: "%%MatrixMarket matrix coordinate FIELD SYMMETRY", % comments,
// "rows columns entries", then "row column [value]" with indices from 1. An entry is an edge from
// its row to its column, also where it is 0; of a symmetric matrix one triangle is listed and
// stands for both. https://math.nist.gov/MatrixMarket/formats.html
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tools/convert/format.hpp"
#include "tools/convert/text_output.hpp"

namespace apsp::convert {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

struct Header {
  bool pattern = false;
  bool symmetric = false;
};

Header read_header(Scanner& scanner) {
  scanner.next_line();
  const auto expect = [&](std::string_view what, std::string_view expected) {
    const std::string_view word = scanner.word();
    if (!same_word(word, expected)) scanner.refuse(word, what, expected);
  };
  expect("the first word", "%%MatrixMarket");
  expect("the object", "matrix");
  expect("the layout", "coordinate");
  const std::string_view field = scanner.word();
  const bool pattern = same_word(field, "pattern");
  if (!pattern && !same_word(field, "integer") && !same_word(field, "real")) {
    scanner.refuse(field, "the field", "pattern, integer or real");
  }
  const std::string_view symmetry = scanner.word();
  const bool symmetric = same_word(symmetry, "symmetric");
  if (!symmetric && !same_word(symmetry, "general")) {
    scanner.refuse(symmetry, "the symmetry", "general or symmetric");
  }
  scanner.end_line();
  return {pattern, symmetric};
}

/// Goes to the next line with something on it and returns its first word; false at the end.
bool next_entry(Scanner& scanner, std::string_view& first) {
  while (scanner.next_line()) {
    first = scanner.word();
    if (!first.empty() && first.front() != '%') return true;
  }
  return false;
}

}  // namespace

EdgeGraph read_matrix_market(Input& input, const ReadOptions& options) {
  Scanner scanner(input.name(), input.bytes());
  const Header header = read_header(scanner);
  std::string_view first;
  if (!next_entry(scanner, first)) {
    scanner.refuse_end("", "a line 'rows columns entries'");
  }
  const std::int64_t rows = scanner.integer(first, "the number of rows", 0, kMost);
  const std::string_view width = scanner.word();
  if (scanner.integer(width, "the number of columns", 0, kMost) != rows) {
    scanner.refuse(width, "the number of columns", fmt::format("{}, as many as rows", rows));
  }
  const std::int64_t entries = scanner.integer("the number of entries", 0, INT64_MAX);
  scanner.end_line();

  EdgeGraph graph;
  graph.vertices = static_cast<std::size_t>(rows);
  reserve(graph.edges, scanner.lines_left() * (header.symmetric ? 2 : 1));
  std::int64_t read = 0;
  for (; next_entry(scanner, first); ++read) {
    if (read == entries) {
      scanner.refuse(first, "there is another entry, which", fmt::format("{} entries", entries));
    }
    const auto row = static_cast<std::int32_t>(scanner.integer(first, "the row", 1, rows) - 1);
    const auto column = static_cast<std::int32_t>(scanner.integer("the column", 1, rows) - 1);
    const Distance weight =
        header.pattern ? options.weight : read_weight(scanner, scanner.word(), options);
    scanner.end_line();
    graph.edges.push_back({row, column, weight});
    if (header.symmetric && row != column) graph.edges.push_back({column, row, weight});
  }
  if (read < entries) {
    scanner.refuse_end(fmt::format(" after {} entries", read), fmt::format("{} entries", entries));
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
