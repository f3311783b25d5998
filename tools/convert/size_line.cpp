// SPDX-License-Identifier: MIT
#include "tools/convert/size_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <system_error>
#include <vector>

#include "common/base/plural.hpp"
#include "tools/convert/edge_graph.hpp"

namespace apsp::convert {
namespace {

/// The number of vertices or edges, or of a vertex, that a word says; nothing for other words.
std::optional<std::int64_t> number_of(std::string_view word) {
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || stop != word.data() + word.size() || number < 0) return std::nullopt;
  return number;
}

/// The line's numbers, or none where a word is something else.
std::vector<std::int64_t> numbers_of(Scanner& scanner) {
  std::vector<std::int64_t> numbers;
  for (auto word = scanner.word(); !word.empty(); word = scanner.word()) {
    const auto number = number_of(word);
    if (!number || numbers.size() == 4) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

/// The sizes that the scanner's line says if it is a size line: there may be two readings.
std::vector<SizeLine> readings_of(Scanner& scanner) {
  const std::vector<std::int64_t> numbers = numbers_of(scanner);
  if (numbers.size() < 2 || numbers[0] > kMostCount) return {};
  std::vector<SizeLine> sizes = {{scanner.number(), numbers[0], numbers[1]}};
  if (numbers.size() == 3 && numbers[0] == numbers[1]) {
    sizes.push_back({scanner.number(), numbers[0], numbers[2]});
  }
  return sizes;
}

/// The numbers of the vertices in the lines behind a size line.
struct Body {
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  std::int64_t largest = -1;
  std::size_t columns = 0;  // of the first line
};

std::size_t count_words(Scanner scanner) {
  std::size_t words = 0;
  while (!scanner.word().empty()) ++words;
  return words;
}

/// Whether a comment before the first edge says the sizes, as those of SNAP do.
bool has_statement(Scanner scanner) {
  while (scanner.next_line()) {
    const std::string_view first = scanner.word();
    if (first == "#" && scanner.word() == "Nodes:") return true;
    if (!first.empty() && first.front() != '#' && first.front() != '%') return false;
  }
  return false;
}

/// Reads the lines behind a size line. Nothing where they are not as many, or not edges of so many
/// vertices.
std::optional<Body> body_of(Scanner scanner, const SizeLine& size) {
  Scanner ahead = scanner;
  std::int64_t lines = 0;
  while (lines <= size.edges && next_line_of_edges(ahead)) ++lines;
  if (lines != size.edges) return std::nullopt;
  Body body;
  while (next_line_of_edges(scanner)) {
    if (body.columns == 0) body.columns = count_words(scanner);
    for (int end = 0; end < 2; ++end) {
      const auto number = number_of(scanner.word());
      if (!number) return std::nullopt;
      body.smallest = std::min(body.smallest, *number);
      body.largest = std::max(body.largest, *number);
    }
  }
  const bool fits =
      body.largest <= size.vertices && (body.smallest > 0 || body.largest < size.vertices);
  if (!fits) return std::nullopt;
  return body;
}

/// Finds out from which number on vertices are numbered; -1 where neither fits.
int first_vertex(const Body& body, std::int64_t vertices) {
  if (body.smallest == 0) return body.largest < vertices ? 0 : -1;
  return body.largest == vertices ? 1 : -1;
}

}  // namespace

bool next_line_of_edges(Scanner& scanner) {
  while (scanner.next_line()) {
    Scanner line = scanner;
    const std::string_view first = line.word();
    if (!first.empty() && first.front() != '#' && first.front() != '%') return true;
  }
  return false;
}

std::optional<SizeLine> find_size_line(Scanner scanner, const ReadOptions& options) {
  if (!options.header.value_or(true)) return std::nullopt;
  const bool stated = !options.header && has_statement(scanner);
  if (stated || !next_line_of_edges(scanner)) return std::nullopt;
  const std::size_t words = count_words(scanner);
  const auto refuse = [&](const std::string& message) {
    scanner.refuse_text(
        fmt::format("line {}, '{}', {}", scanner.number(), shown(scanner.line()), message));
  };
  std::optional<SizeLine> size;
  std::optional<Body> body;
  for (const SizeLine& reading : readings_of(scanner)) {
    size = reading;
    body = body_of(scanner, reading);
    if (body) break;
  }
  if (!body || (size->edges == 0 && !options.header)) {
    if (options.header) refuse("is not 'V E' with E lines behind it and no number above V");
    return std::nullopt;
  }
  // As an edge it would leave out the numbers between V and E.
  const bool gap = words == 2 && size->edges > size->vertices + 1;
  const bool may_be_edge = words == body->columns && !gap;
  if (may_be_edge && !options.header) {
    refuse(fmt::format("may be an edge, or say {} and {}; --header yes or --header no says which",
                       counted(static_cast<std::uint64_t>(size->vertices), "vertex"),
                       counted(static_cast<std::uint64_t>(size->edges), "edge")));
  }
  size->first = options.first.value_or(first_vertex(*body, size->vertices));
  if (size->first < 0 && size->edges > 0 && !options.compact) {
    refuse(
        fmt::format("says {}, and the numbers {} to {} fit from 0 and from 1; --first 0 or "
                    "--first 1 says which",
                    counted(static_cast<std::uint64_t>(size->vertices), "vertex"), body->smallest,
                    body->largest));
  }
  size->first = std::max(size->first, 0);
  return size;
}

}  // namespace apsp::convert
