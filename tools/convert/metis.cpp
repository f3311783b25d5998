// SPDX-License-Identifier: MIT
// METIS: "V E [fmt [ncon]]", then a line for each vertex: its neighbours from 1, each followed by
// the weight of the edge if fmt says so; % comments. The graph is undirected, so each edge stands
// in the lines of both its ends; both are read, each as an edge of its own, and E counts them once.
// Sizes and weights of vertices are passed over. (METIS itself wants weights above 0.)
// Source: the METIS 5.1 manual, section 4.1.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "tools/convert/edge_graph.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/text_output.hpp"

namespace apsp::convert {
namespace {

struct MetisHeader {
  std::int64_t vertices = 0;
  std::int64_t edges = 0;
  std::int64_t numbers_before_edges = 0;  // in each line: the vertex's size and weights
  bool weighted = false;
};

/// Goes to the next line that is no comment; an empty one counts.
bool next_line(Scanner& scanner) {
  while (scanner.next_line()) {
    if (!scanner.line().starts_with('%')) return true;
  }
  return false;
}

MetisHeader read_metis_header(Scanner& scanner) {
  if (!next_line(scanner)) scanner.refuse_end("", "a line 'V E [fmt [ncon]]'");
  MetisHeader header;
  header.vertices = scanner.integer("the number of vertices", 0, kMostCount);
  header.edges = scanner.integer("the number of edges", 0, kMostCount);
  const std::string_view format = scanner.word();
  // Three digits, sizes, weights of vertices, weights of edges; leading ones may be missing.
  if (format.size() > 3 || format.find_first_not_of("01") != std::string_view::npos) {
    scanner.refuse(format, "fmt", "three digits 0 or 1");
  }
  const auto digit = [&](std::size_t from_right) {
    return format.size() > from_right && format[format.size() - 1 - from_right] == '1';
  };
  header.weighted = digit(0);
  const std::string_view constraints = scanner.word();
  const std::int64_t weights =
      constraints.empty() ? 1 : scanner.integer(constraints, "ncon", 1, kMostCount);
  header.numbers_before_edges = (digit(2) ? 1 : 0) + (digit(1) ? weights : 0);
  scanner.end_line();
  return header;
}

bool in_order(const Edge& a, const Edge& b) {
  return std::tie(a.source, a.destination, a.weight) < std::tie(b.source, b.destination, b.weight);
}

Edge reversed(const Edge& edge) {
  return {edge.destination, edge.source, edge.weight};
}

/// Sorts the edges. Returns one without its like the other way, if there is one.
std::optional<Edge> sort_and_find_one_way(std::vector<Edge>& edges) {
  std::vector<Edge> back;
  reserve(back, edges.size());
  for (const Edge& edge : edges) back.push_back(reversed(edge));
  std::sort(edges.begin(), edges.end(), in_order);
  std::sort(back.begin(), back.end(), in_order);
  const auto [edge, other] = std::mismatch(edges.begin(), edges.end(), back.begin());
  if (edge == edges.end()) return std::nullopt;
  return in_order(*edge, *other) ? *edge : reversed(*other);
}

/// The edges in order. Refuses a graph with a loop, or an edge without its like the other way.
std::vector<Edge> undirected(const EdgeGraph& graph, const std::string& input) {
  std::vector<Edge> edges = graph.edges;
  for (const Edge& edge : edges) {
    if (edge.source == edge.destination) {
      throw Error(Fault::kInput, fmt::format("{}: there is an edge from vertex {} to itself, "
                                             "expected none: METIS has no loops",
                                             input, edge.source));
    }
  }
  if (const std::optional<Edge> lonely = sort_and_find_one_way(edges)) {
    throw Error(
        Fault::kInput,
        fmt::format("{}: the edge from {} to {} of weight {} has none like it back, expected "
                    "an undirected graph: METIS has no other, --undirected makes one",
                    input, lonely->source, lonely->destination, lonely->weight));
  }
  return edges;
}

/// Refuses neighbours that are none the other way round, or with another weight.
void require_both_ways(const EdgeGraph& graph, const std::string& input) {
  std::vector<Edge> edges = graph.edges;
  const std::optional<Edge> lonely = sort_and_find_one_way(edges);
  if (!lonely) return;
  throw Error(Fault::kInput,
              fmt::format("{}: the line of vertex {} names {} with weight {}, expected the same in "
                          "the line of vertex {}: a METIS graph is undirected",
                          input, lonely->source + 1, lonely->destination + 1, lonely->weight,
                          lonely->destination + 1));
}

}  // namespace

EdgeGraph read_metis(Input& input, const ReadOptions& options) {
  Scanner scanner(input.name(), input.bytes());
  const MetisHeader header = read_metis_header(scanner);
  EdgeGraph graph;
  graph.vertices = static_cast<std::size_t>(header.vertices);
  for (std::int32_t source = 0; source < header.vertices; ++source) {
    if (!next_line(scanner)) {
      scanner.refuse_end(
          fmt::format(" after {}", counted(static_cast<std::uint64_t>(source), "vertex")),
          counted(static_cast<std::uint64_t>(header.vertices), "line"));
    }
    for (std::int64_t n = 0; n < header.numbers_before_edges; ++n) {
      (void)scanner.integer("a size or weight of the vertex", 0, INT64_MAX);
    }
    for (auto word = scanner.word(); !word.empty(); word = scanner.word()) {
      const std::int64_t target = scanner.integer(word, "the neighbour", 1, header.vertices);
      const Distance weight =
          header.weighted ? read_weight(scanner, scanner.word(), options) : options.weight;
      graph.edges.push_back({source, static_cast<std::int32_t>(target - 1), weight});
    }
  }
  if (header.numbers_before_edges > 0) {
    graph.losses.emplace_back("sizes and weights of vertices are left out");
  }
  while (next_line(scanner)) scanner.end_line();
  if (std::int64_t(graph.edges.size()) != 2 * header.edges) {
    scanner.refuse_end(fmt::format(" after {}", counted(graph.edges.size(), "neighbour")),
                       fmt::format("2 x {}, each edge from both ends", header.edges));
  }
  require_both_ways(graph, input.name());
  return graph;
}

void write_metis(const EdgeGraph& graph, const Output& output, const std::string& input) {
  const std::vector<Edge> edges = undirected(graph, input);
  write_text(
      output.path, output.sync,
      [&](Text& text) {
        text.number(static_cast<std::int64_t>(graph.vertices)).put(' ');
        text.number(static_cast<std::int64_t>(edges.size() / 2)).put(" 001\n");
        auto edge = edges.begin();
        for (std::size_t source = 0; source < graph.vertices; ++source) {
          bool first = true;
          for (; edge != edges.end() && static_cast<std::size_t>(edge->source) == source; ++edge) {
            if (!first) text.put(' ');
            text.number(std::int64_t{edge->destination} + 1).put(' ').number(edge->weight);
            first = false;
          }
          text.put('\n');
        }
      },
      output.stale);
}

}  // namespace apsp::convert
