// SPDX-License-Identifier: MIT
#include "tools/convert/size_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include "common/base/plural.hpp"
#include "tools/convert/edge_graph.hpp"

namespace apsp::convert {
namespace {

constexpr std::size_t kMostNumbers = 4;

/// The line's numbers, or none where a word is something else.
std::vector<std::int64_t> numbers_of(Scanner scanner) {
  std::vector<std::int64_t> numbers;
  for (auto word = scanner.word(); !word.empty(); word = scanner.word()) {
    const auto number = count_of(word);
    if (!number || numbers.size() == kMostNumbers) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

/// The vertices and edges that a first line may say, the usual order first.
std::vector<StatedSizes> readings_of(const std::vector<std::int64_t>& numbers) {
  if (numbers.size() < 2) return {};
  std::array<StatedSizes, 2> readings;
  std::size_t found = 0;
  const auto add = [&](std::int64_t vertices, std::int64_t edges) {
    if (std::max(vertices, edges) <= kMostCount) readings[found++] = {vertices, edges};
  };
  // What follows V and E is a vertex, or says whether edges have directions.
  if (std::all_of(numbers.begin() + 2, numbers.end(), [&](auto n) { return n <= numbers[0]; })) {
    add(numbers[0], numbers[1]);
  }
  if (numbers.size() == 3 && numbers[0] == numbers[1]) add(numbers[0], numbers[2]);
  if (numbers.size() == 2 && numbers[0] != numbers[1]) add(numbers[1], numbers[0]);
  return {readings.begin(), readings.begin() + found};
}

/// How so many lines agree with the number of edges, if they do.
std::optional<EdgeCount> count_of_lines(std::int64_t edges, std::int64_t lines) {
  if (lines == edges) return EdgeCount::kEach;
  if (lines == 2 * edges) return EdgeCount::kListedTwice;
  if (2 * lines == edges) return EdgeCount::kListedOnce;
  return std::nullopt;
}

/// The vertices of the edges behind a first line.
struct Vertices {
  std::int64_t different = 0;
  bool numbers = true;  // all of them; else these mean nothing:
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  std::int64_t largest = -1;
  std::vector<std::int64_t> all;
};

Vertices vertices_of(std::span<const Edge> edges, const std::deque<std::string>& names) {
  Vertices vertices;
  std::vector<bool> known(names.size());
  for (const Edge& edge : edges) {
    for (const std::int32_t end : {edge.source, edge.destination}) {
      const auto vertex = static_cast<std::size_t>(end);
      if (known[vertex]) continue;
      known[vertex] = true;
      ++vertices.different;
      const auto number = count_of(names[vertex]);
      vertices.numbers = vertices.numbers && number.has_value();
      if (!vertices.numbers) continue;
      vertices.smallest = std::min(vertices.smallest, *number);
      vertices.largest = std::max(vertices.largest, *number);
      vertices.all.push_back(*number);
    }
  }
  return vertices;
}

/// Whether the vertices are numbers from 0 or 1 on, up to V.
bool are_numbered(const Vertices& vertices, std::int64_t most) {
  return vertices.numbers && vertices.largest <= most &&
         (vertices.smallest > 0 || vertices.largest < most);
}

/// Whether the vertices are all numbers from 0 or 1 on once the ends of one more edge are added.
bool are_complete_with(Vertices vertices, std::int64_t source, std::int64_t target) {
  if (!vertices.numbers) return false;
  for (const std::int64_t end : {source, target}) {
    if (std::find(vertices.all.begin(), vertices.all.end(), end) != vertices.all.end()) continue;
    vertices.all.push_back(end);
    vertices.smallest = std::min(vertices.smallest, end);
    vertices.largest = std::max(vertices.largest, end);
  }
  return vertices.smallest <= 1 &&
         vertices.largest - vertices.smallest + 1 == static_cast<std::int64_t>(vertices.all.size());
}

/// Whether of the edges that are no loops all have their ways back, or none has.
bool fits_ways(std::span<const Edge> edges, EdgeCount count) {
  if (count == EdgeCount::kEach) return true;
  std::vector<std::pair<std::int32_t, std::int32_t>> ends;
  ends.reserve(edges.size());
  for (const Edge& edge : edges) ends.emplace_back(edge.source, edge.destination);
  std::sort(ends.begin(), ends.end());
  return std::all_of(ends.begin(), ends.end(), [&](const auto& pair) {
    const bool back =
        pair.first != pair.second &&
        std::binary_search(ends.begin(), ends.end(), std::pair(pair.second, pair.first));
    return pair.first == pair.second || back == (count == EdgeCount::kListedTwice);
  });
}

/// Whether a first line is more likely one of the edges behind it: the sizes are unusual, or a
/// third number stands above no more than two edges; and as an edge it leads between two vertices
/// of the others, or adds the next one to so few, and no other edge has the same ends.
bool is_rather_edge(const std::vector<std::int64_t>& numbers, const StatedSizes& sizes,
                    std::span<const Edge> behind, const std::deque<std::string>& names,
                    const Vertices& vertices) {
  const bool once = sizes.count == EdgeCount::kListedOnce;
  const bool turned = sizes.count == EdgeCount::kEach && sizes.vertices != numbers[0];
  const bool few = numbers.size() == 3 && behind.size() < 3;
  if (!(once || (turned && numbers.size() == 2) || few) || numbers[0] == numbers[1]) return false;
  const auto is_end = [&](std::int64_t number) {
    return std::find(vertices.all.begin(), vertices.all.end(), number) != vertices.all.end();
  };
  const bool single = behind.size() == 1;
  if (!(once || single) && !(is_end(numbers[0]) && is_end(numbers[1]))) return false;
  if (!are_complete_with(vertices, numbers[0], numbers[1])) return false;
  return std::none_of(behind.begin(), behind.end(), [&](const Edge& edge) {
    const auto source = count_of(names[static_cast<std::size_t>(edge.source)]);
    const auto target = count_of(names[static_cast<std::size_t>(edge.destination)]);
    return (source == numbers[0] && target == numbers[1]) ||
           (!single && source == numbers[1] && target == numbers[0]);
  });
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

std::size_t count_words(Scanner scanner) {
  std::size_t words = 0;
  while (!scanner.word().empty()) ++words;
  return words;
}

/// The columns, from 0, of source and target.
std::array<std::size_t, 2> ends_of(const ReadOptions& options) {
  std::array<std::size_t, 2> ends = {0, 1};
  for (std::size_t end = 0; end < ends.size() && end < options.columns.size(); ++end) {
    const auto column = count_of(options.columns[end]);
    if (column && *column > 0) ends[end] = static_cast<std::size_t>(*column) - 1;
  }
  return ends;
}

/// The lines behind a first one.
struct Body {
  std::vector<Edge> edges;
  std::deque<std::string> names;
  std::size_t columns = 0;  // of the first line
};

/// Whether the number of lines behind the scanner's may be what one of the readings says.
bool fits_lines(Scanner scanner, const std::vector<StatedSizes>& readings) {
  std::int64_t most = 0;
  for (const StatedSizes& reading : readings) most = std::max(most, 2 * reading.edges);
  std::int64_t lines = 0;
  while (lines <= most && next_line_of_edges(scanner)) ++lines;
  return std::any_of(readings.begin(), readings.end(), [&](const StatedSizes& reading) {
    return count_of_lines(reading.edges, lines).has_value();
  });
}

/// Reads the ends of the edges behind the scanner's line. Stops where there are more vertices than
/// any reading says: soon, in most edge lists.
std::optional<Body> body_of(Scanner scanner, const std::vector<StatedSizes>& readings,
                            const ReadOptions& options) {
  std::int64_t most = 0;
  for (const StatedSizes& reading : readings) most = std::max(most, reading.vertices);
  const std::array<std::size_t, 2> ends = ends_of(options);
  Body body;
  NameTable names;
  std::int32_t last = -1;
  while (next_line_of_edges(scanner)) {
    if (body.columns == 0) body.columns = count_words(scanner);
    std::array<std::string_view, 2> words;
    for (std::size_t column = 0; column <= std::max(ends[0], ends[1]); ++column) {
      const std::string_view word = scanner.word();
      for (std::size_t end = 0; end < ends.size(); ++end) {
        if (ends[end] == column) words[end] = word;
      }
    }
    if (words[0].empty() || words[1].empty()) return std::nullopt;
    const std::int32_t source = names.number(words[0]);
    const std::int32_t target = names.number(words[1]);
    last = std::max({last, source, target});
    if (last >= most) return std::nullopt;
    add_edge(body.edges, {source, target, 0});
  }
  body.names = names.take();
  return body;
}

/// Whether --columns says that the first line is an edge: it has the columns that are named, and
/// others are its ends than sizes would be in, or more than sizes take.
bool is_edge_by_columns(std::size_t words, const Body& body, const ReadOptions& options) {
  if (options.columns.empty() || words != body.columns) return false;
  return words > 3 || ends_of(options) != std::array<std::size_t, 2>{0, 1};
}

/// Finds out from which number on vertices are numbered; -1 where it may be either.
int first_vertex(const Vertices& vertices, std::int64_t most) {
  if (!vertices.numbers || vertices.smallest == 0 || vertices.largest > most) return 0;
  return vertices.largest == most ? 1 : -1;
}

}  // namespace

std::optional<std::int64_t> count_of(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || stop != word.data() + word.size() || number < 0) return std::nullopt;
  return number;
}

std::optional<StatedSizes> sizes_of(const std::vector<std::int64_t>& numbers,
                                    std::span<const Edge> behind,
                                    const std::deque<std::string>& names, bool stated) {
  std::optional<Vertices> vertices;
  for (StatedSizes reading : readings_of(numbers)) {
    const auto count = count_of_lines(reading.edges, static_cast<std::int64_t>(behind.size()));
    if (!count) continue;
    if (!vertices) vertices = vertices_of(behind, names);
    if (vertices->different > reading.vertices || !fits_ways(behind, *count)) continue;
    // Unusual sizes are taken for such where no vertex is without an edge.
    const bool each = *count == EdgeCount::kEach;
    const bool in_order = reading.vertices == numbers[0];
    const bool loose =
        !(each && in_order) && (!(each || in_order) || vertices->different != reading.vertices);
    const bool numbered = are_numbered(*vertices, reading.vertices);
    const bool edge = !numbered && (behind.size() < 2 ||  // of which a count says little
                                    are_complete_with(*vertices, numbers[0], numbers[1]));
    if ((loose || edge) && !stated) continue;
    reading.count = *count;
    reading.rather_edge = is_rather_edge(numbers, reading, behind, names, *vertices);
    return reading;
  }
  return std::nullopt;
}

std::string sizes_text(const StatedSizes& sizes) {
  const std::string text =
      fmt::format("{} and {}", counted(static_cast<std::uint64_t>(sizes.vertices), "vertex"),
                  counted(static_cast<std::uint64_t>(sizes.edges), "edge"));
  if (sizes.count == EdgeCount::kListedTwice) return text + ", each listed from both ends";
  return sizes.count == EdgeCount::kListedOnce ? text + ", of which half are listed" : text;
}

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
  const bool stated = options.header.has_value();
  if ((!stated && has_statement(scanner)) || !next_line_of_edges(scanner)) return std::nullopt;
  const auto refuse = [&](const std::string& message) {
    scanner.refuse_text(
        fmt::format("line {}, '{}', {}", scanner.number(), shown(scanner.line()), message));
  };
  const std::vector<std::int64_t> numbers = numbers_of(scanner);
  const std::vector<StatedSizes> readings = readings_of(numbers);
  std::optional<Body> body;
  if (fits_lines(scanner, readings)) body = body_of(scanner, readings, options);
  std::optional<StatedSizes> sizes;
  if (body) sizes = sizes_of(numbers, body->edges, body->names, stated);
  if (!sizes ||
      (!stated && (body->edges.empty() || is_edge_by_columns(numbers.size(), *body, options)))) {
    if (stated) refuse("is not 'V E' with E lines behind it and at most V vertices in them");
    return std::nullopt;
  }
  const Vertices vertices = vertices_of(body->edges, body->names);
  // As an edge it would leave out the numbers between V and E.
  const bool gap = numbers.size() == 2 && sizes->count == EdgeCount::kEach &&
                   are_numbered(vertices, sizes->vertices) && sizes->edges == numbers[1] &&
                   sizes->edges > sizes->vertices + 1;
  if (!stated && numbers.size() == body->columns && !gap) {
    if (sizes->rather_edge) return SizeLine{scanner.number(), *sizes, 0, true};
    refuse(fmt::format("may be an edge, or say {}; --header yes or --header no says which",
                       sizes_text(*sizes)));
  }
  int first = options.first.value_or(options.compact ? 0 : first_vertex(vertices, sizes->vertices));
  if (first < 0 && !body->edges.empty()) {
    refuse(
        fmt::format("says {}, and the numbers {} to {} fit from 0 and from 1; --first 0 or "
                    "--first 1 says which",
                    counted(static_cast<std::uint64_t>(sizes->vertices), "vertex"),
                    vertices.smallest, vertices.largest));
  }
  return SizeLine{scanner.number(), *sizes, std::max(first, 0)};
}

}  // namespace apsp::convert
