// SPDX-License-Identifier: MIT
// The graphs of the Ninth DIMACS Implementation Challenge: "c" comments, one "p sp V E", then E
// lines "a source target weight" with vertices from 1.
// http://www.diag.uniroma1.it/challenge9/format.shtml
#include <fmt/core.h>

#include "common/base/plural.hpp"
#include "tools/convert/edge_graph.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/text_output.hpp"

namespace apsp::convert {
namespace {}  // namespace

EdgeGraph read_dimacs(Input& input, const ReadOptions& options) {
  Scanner scanner(input.name(), input.bytes());
  EdgeGraph graph;
  std::int64_t vertices = -1;
  std::int64_t arcs = 0;
  while (scanner.next_line()) {
    const std::string_view kind = scanner.word();
    if (kind.empty() || kind == "c") continue;
    if (vertices < 0) {
      if (kind != "p") scanner.refuse(kind, "the line's kind", "c or p before the first arc");
      const std::string_view problem = scanner.word();
      if (problem != "sp") scanner.refuse(problem, "the problem", "sp, shortest paths");
      vertices = scanner.integer("the number of vertices", 0, kMostCount);
      arcs = scanner.integer("the number of arcs", 0, kMostCount);
      reserve(graph.edges, scanner.lines_left());
    } else {
      if (kind != "a") scanner.refuse(kind, "the line's kind", "c or a");
      if (std::int64_t(graph.edges.size()) == arcs) {
        scanner.refuse(kind, "there is another arc, which",
                       counted(static_cast<std::uint64_t>(arcs), "arc"));
      }
      const auto source = static_cast<std::int32_t>(scanner.integer("the source", 1, vertices));
      const auto target = static_cast<std::int32_t>(scanner.integer("the target", 1, vertices));
      const Distance weight = read_weight(scanner, scanner.word(), options);
      graph.edges.push_back({source - 1, target - 1, weight});
    }
    scanner.end_line();
  }
  if (vertices < 0) scanner.refuse_end("", "a line 'p sp V E'");
  if (std::int64_t(graph.edges.size()) < arcs) {
    scanner.refuse_end(fmt::format(" after {}", counted(graph.edges.size(), "arc")),
                       counted(static_cast<std::uint64_t>(arcs), "arc"));
  }
  graph.vertices = static_cast<std::size_t>(vertices);
  return graph;
}

void write_dimacs(const EdgeGraph& graph, const Output& output, const std::string&) {
  write_text(
      output.path, output.sync,
      [&](Text& text) {
        text.put("p sp ").number(static_cast<std::int64_t>(graph.vertices));
        text.put(' ').number(static_cast<std::int64_t>(graph.edges.size())).put('\n');
        for (const Edge& edge : graph.edges) {
          text.put("a ").number(std::int64_t{edge.source} + 1);
          text.put(' ').number(std::int64_t{edge.destination} + 1);
          text.put(' ').number(edge.weight).put('\n');
        }
      },
      output.stale);
}

}  // namespace apsp::convert
