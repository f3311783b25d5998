// SPDX-License-Identifier: MIT
// Edge lists: "source target" or "source target weight" a line, parted by blanks or tabs; lines
// that begin with # are comments, as in the files of SNAP, and so are those with %, as in KONECT's.
//
// Without --compact the numbers are the vertices and V is the largest + 1, or what a comment
// "# Nodes: V" says if that is more. The graphs of SNAP have it and name every vertex in an edge,
// so there it changes nothing; ours need it for vertices that have no edge.
#include <algorithm>
#include <limits>

#include "tools/convert/format.hpp"
#include "tools/convert/text_output.hpp"

namespace apsp::convert {
namespace {

constexpr std::int64_t kMostVertices = std::numeric_limits<std::int32_t>::max();

/// What "# Nodes: V" promises; 0 for every other comment.
std::size_t promised_vertices(Scanner& scanner) {
  if (scanner.word() != "Nodes:") return 0;
  return static_cast<std::size_t>(scanner.integer("the number of vertices", 0, kMostVertices));
}

}  // namespace

EdgeGraph read_edge_list(Input& input, const ReadOptions& options) {
  Scanner scanner(input.name(), input.bytes());
  EdgeGraph graph;
  reserve(graph.edges, scanner.lines_left());
  NameTable names;
  const auto vertex = [&](std::string_view word, std::string_view what) {
    if (!options.compact) {
      return static_cast<std::int32_t>(scanner.integer(word, what, 0, kMostVertices - 1));
    }
    if (word.empty()) scanner.refuse(word, what, "a word");
    return names.number(word);
  };
  bool weighted = false;
  std::int32_t largest = -1;
  while (scanner.next_line()) {
    const std::string_view first = scanner.word();
    if (first.empty() || first.front() == '%') continue;
    if (first.front() == '#') {
      if (first == "#") graph.vertices = std::max(graph.vertices, promised_vertices(scanner));
      continue;
    }
    Edge edge{};
    edge.source = vertex(first, "the source");
    edge.destination = vertex(scanner.word(), "the target");
    const std::string_view third = scanner.word();
    if (graph.edges.empty()) weighted = !third.empty();
    if (weighted) {
      edge.weight = read_weight(scanner, third, options.scale);
    } else {
      if (!third.empty()) {
        scanner.refuse(third, "the third column", "two columns, as in the first edge");
      }
      edge.weight = options.weight;
    }
    scanner.end_line();
    largest = std::max({largest, edge.source, edge.destination});
    graph.edges.push_back(edge);
  }
  if (options.compact) {
    graph.names = names.take();
    graph.vertices = graph.names.size();
  } else {
    graph.vertices = std::max(graph.vertices, static_cast<std::size_t>(std::int64_t{largest} + 1));
  }
  return graph;
}

void write_edge_list(const EdgeGraph& graph, const Output& output, const std::string&) {
  write_text(output.path, output.sync, [&](Text& text) {
    text.put("# Nodes: ").number(static_cast<std::int64_t>(graph.vertices));
    text.put(" Edges: ").number(static_cast<std::int64_t>(graph.edges.size())).put('\n');
    for (const Edge& edge : graph.edges) {
      text.number(edge.source).put('\t').number(edge.destination).put('\t').number(edge.weight);
      text.put('\n');
    }
  });
}

}  // namespace apsp::convert
