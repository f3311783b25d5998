// SPDX-License-Identifier: MIT
#include "tools/show/show.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/base/shown.hpp"
#include "common/io/graph_file.hpp"
#include "common/io/input_file.hpp"
#include "common/io/mistaken_file.hpp"
#include "common/io/standard_output.hpp"
#include "common/io/vertex_names.hpp"
#include "tools/convert/npy_header.hpp"

namespace apsp::show {
namespace {

using convert::Text;

/// Puts the window into any text.
using Produce = std::function<void(Text&)>;

void write(const Request& request, const Produce& produce) {
  if (request.output != "-") return convert::write_text(request.output, false, produce);
  Text text(write_standard_output);
  produce(text);
  text.flush();
}

/// Numbers as they lie in memory.
std::string_view bytes_of(std::span<const std::int32_t> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

std::string_view word_of(Distance distance, std::array<char, 12>& buffer) {
  if (distance == kUnreachable) return "inf";
  const char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), distance).ptr;
  return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
}

/// The width of the widest entry among the first of the window: all that a person will see. A wider
/// one further down is printed whole.
std::size_t entry_width(const Table& table, Range rows, Range columns) {
  constexpr std::size_t kMostLooks = std::size_t{1} << 22;
  std::size_t width = 1;
  std::size_t looks = 0;
  std::array<char, 12> buffer;
  for (std::size_t i = rows.first; i < rows.end && looks < kMostLooks; ++i) {
    for (std::size_t j = columns.first; j < columns.end; ++j, ++looks) {
      width = std::max(width, word_of(table.row(i)[j], buffer).size());
    }
  }
  return width;
}

void refuse_option(bool given, const char* option, const char* belongs) {
  if (given) {
    throw Error(Fault::kUsage, fmt::format("{} is for {}", option, belongs));
  }
}

/// The names to show, and those by which @FILE of a list names vertices. npy shows none.
Names names_of(const Request& request, std::size_t vertices) {
  if (request.numbers || (request.form == Form::kNpy && !request.part.by_file())) return {};
  return names_for(request.input, vertices, request.names);
}

/// How many columns of a terminal UTF-8 takes: a character each.
std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Puts blanks before `word`, or after it, up to `width` columns.
void put_padded(Text& text, std::string_view word, std::size_t width, bool before) {
  const std::size_t size = characters(word);
  const std::string blanks(width > size ? width - size : 0, ' ');
  if (before) text.put(blanks);
  text.put(word);
  if (!before) text.put(blanks);
}

/// A matrix whose rows and columns have names, in lines of words for a terminal.
void put_named_table(Text& text, const Table& table, Range rows, Range columns, std::size_t width,
                     const Names& names) {
  const auto row_name = [&](std::size_t i) { return shown(names[table.sources.source(i)]); };
  const auto column_name = [&](std::size_t j) { return shown(names[table.targets.source(j)]); };
  std::size_t row_width = 0;
  for (std::size_t i = rows.first; i < rows.end; ++i) {
    row_width = std::max(row_width, characters(row_name(i)));
  }
  for (std::size_t j = columns.first; j < columns.end; ++j) {
    width = std::max(width, characters(column_name(j)));
  }
  put_padded(text, "", row_width, true);
  for (std::size_t j = columns.first; j < columns.end; ++j) {
    text.put("  ");
    put_padded(text, column_name(j), width, true);
  }
  text.put('\n');
  std::array<char, 12> buffer;
  for (std::size_t i = rows.first; i < rows.end; ++i) {
    put_padded(text, row_name(i), row_width, false);
    for (std::size_t j = columns.first; j < columns.end; ++j) {
      text.put("  ");
      put_padded(text, word_of(table.row(i)[j], buffer), width, true);
    }
    text.put('\n');
  }
}

/// A name as a field between tabs or commas.
void put_name(Text& text, std::string_view name, Form form) {
  form == Form::kCsv ? convert::put_csv_field(text, name) : void(text.put(name));
}

char between_fields(Form form, const Names& names) {
  if (form == Form::kCsv) return ',';
  return names.empty() ? ' ' : '\t';
}

void show_graph(const Request& request) {
  refuse_option(request.rows.has_value(), "--rows", "distances, and this is a graph");
  refuse_option(request.columns.has_value(), "--cols", "distances, and this is a graph");
  refuse_option(request.part.vertices.has_value(), "--vertices", "distances, and this is a graph");
  const GraphFile file(request.input);
  const Graph& graph = file.graph();
  const Range edges = request.edges.value_or(Window{}).of(graph.edges.size(), "--edges", "edge");
  const Names names = names_of(request, graph.vertices);
  write(request, [&](Text& text) { put_graph(text, graph, edges, request.form, names); });
}

void show_distances(const Request& request) {
  refuse_option(request.edges.has_value(), "--edges", "graphs, and these are distances");
  const DistanceInput input(request.input, request.part);
  const DistanceFile& file = input.file;
  const Range rows = request.rows.value_or(Window{}).of(file.rows(), "--rows", "row");
  const Range columns = request.columns.value_or(Window{}).of(file.columns(), "--cols", "column");
  const bool aligned = request.output == "-" && ::isatty(STDOUT_FILENO) != 0;
  const Names names = names_of(request, input.vertices);
  const Table table = {file.all(), vertices_of(request.part.sources, input.vertices, names),
                       vertices_of(request.part.targets, input.vertices, names)};
  write(request, [&](Text& text) {
    put_distances(text, table, rows, columns, request.form, aligned, names);
  });
}

/// The kind of the file. A pipe cannot be looked at and then be read from its beginning.
Kind look(const std::string& path) {
  InputFile input(path);
  constexpr std::uint64_t kBeginning = 4096;  // shows V, E or text
  input.read_to(input.size() ? kBeginning : 1);
  if (!input.size() && !input.bytes().empty()) {
    throw Error(Fault::kInput,
                fmt::format("{}: a stream has no size that shows its kind, expected --graph or "
                            "--distances",
                            input.name()));
  }
  const std::uint64_t bytes = input.size().value_or(0);
  std::array<std::optional<std::int32_t>, 2> numbers;
  for (std::size_t n = 0; n < numbers.size() && (n + 1) * sizeof(std::int32_t) <= bytes; ++n) {
    std::int32_t number = 0;
    std::memcpy(&number, input.bytes().data() + n * sizeof number, sizeof number);
    numbers[n] = number;
  }
  const std::optional<Kind> kind = kind_of(bytes, numbers[0], numbers[1]);
  const std::string hint = hint_for_graph(input.bytes());
  // Distances begin with the 0 from vertex 0 to itself, which is no text.
  if (kind && hint.empty()) return *kind;
  if (kind) {
    throw Error(Fault::kInput,
                refusal(input.name(), hint,
                        fmt::format("{} bytes could be distances, but begin with text, expected "
                                    "the distance 0; --distances shows them all the same",
                                    bytes)));
  }
  const std::string as_graph =
      numbers[1] && *numbers[1] >= 0
          ? fmt::format("{} bytes for a graph of the {} at byte 4",
                        8 + 12 * std::int64_t{*numbers[1]},
                        counted(static_cast<std::uint64_t>(*numbers[1]), "edge"))
          : "8 + 12 E bytes for a graph";
  constexpr const char* kParts =
      "; distances of some rows alone need --sources, of some columns --targets";
  throw Error(
      Fault::kInput,
      refusal(input.name(), hint,
              fmt::format("{} {} neither a graph nor distances, expected {}, or 4 V V bytes for "
                          "distances; --graph or --distances chooses one{}",
                          counted(bytes, "byte"), bytes == 1 ? "is" : "are", as_graph,
                          hint.empty() ? kParts : "")));
}

}  // namespace

std::optional<Kind> kind_of(std::uint64_t bytes, std::optional<std::int32_t> first,
                            std::optional<std::int32_t> second) {
  if (first && second && *first >= 0 && *second >= 0 &&
      bytes == 8 + sizeof(Edge) * static_cast<std::uint64_t>(*second)) {
    return Kind::kGraph;
  }
  const std::uint64_t distances = bytes / sizeof(Distance);
  const auto root =
      static_cast<std::uint64_t>(std::llround(std::sqrt(static_cast<double>(distances))));
  if (root * root * sizeof(Distance) == bytes) return Kind::kDistances;
  return std::nullopt;
}

void put_graph(Text& text, const Graph& graph, Range edges, Form form, const Names& names) {
  const auto window = graph.edges.subspan(edges.first, edges.size());
  if (form == Form::kNpy) {
    text.put(convert::npy_header(window.size(), 3));
    text.put({reinterpret_cast<const char*>(window.data()), window.size_bytes()});
    return;
  }
  const char between = between_fields(form, names);
  const auto put_vertex = [&](std::int32_t vertex) {
    names.empty() ? void(text.number(vertex))
                  : put_name(text, names[static_cast<std::size_t>(vertex)], form);
    text.put(between);
  };
  if (form == Form::kCsv) {
    text.put("source,target,weight\n");
  } else {
    text.put("# Nodes: ").number(static_cast<std::int64_t>(graph.vertices));
    text.put(" Edges: ").number(static_cast<std::int64_t>(graph.edges.size())).put('\n');
  }
  for (const Edge& edge : window) {
    put_vertex(edge.source);
    put_vertex(edge.destination);
    text.number(edge.weight).put('\n');
  }
}

void put_distances(Text& text, const Table& table, Range rows, Range columns, Form form,
                   bool aligned, const Names& names) {
  if (form == Form::kNpy) text.put(convert::npy_header(rows.size(), columns.size()));
  const char between = between_fields(form, names);
  const bool padded = aligned && form == Form::kText;
  const bool named = !names.empty() && form != Form::kNpy;
  const std::size_t width = padded ? entry_width(table, rows, columns) : 0;
  if (padded && named) return put_named_table(text, table, rows, columns, width, names);
  for (std::size_t j = columns.first; j < columns.end && named; ++j) {
    text.put(between);
    put_name(text, names[table.targets.source(j)], form);
  }
  if (named) text.put('\n');
  const std::string blanks(width, ' ');
  std::array<char, 12> buffer;
  for (std::size_t i = rows.first; i < rows.end; ++i) {
    const auto row = table.row(i).subspan(columns.first, columns.size());
    if (form == Form::kNpy) {
      text.put(bytes_of(row));
      continue;
    }
    if (named) put_name(text, names[table.sources.source(i)], form);
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (j > 0 || named) text.put(between);
      const std::string_view word = word_of(row[j], buffer);
      if (word.size() < width) text.put(std::string_view(blanks).substr(word.size()));
      text.put(word);
    }
    text.put('\n');
  }
}

bool show(const Request& request) {
  try {
    const std::optional<Kind> told =
        request.part.whole() ? request.kind : std::optional(Kind::kDistances);
    const Kind kind = told ? *told : look(request.input);
    kind == Kind::kGraph ? show_graph(request) : show_distances(request);
    return true;
  } catch (const ReaderGone&) {
    return false;
  }
}

}  // namespace apsp::show
