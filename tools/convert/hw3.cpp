// SPDX-License-Identifier: MIT
// The solvers' own graph file.
#include <fmt/core.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "common/base/error.hpp"
#include "common/io/graph_file.hpp"
#include "tools/convert/format.hpp"

namespace apsp::convert {

EdgeGraph read_hw3(Input& input, const ReadOptions& options) {
  const std::string_view head = input.bytes_up_to(kGraphHeader);
  const std::uint64_t size = graph_bytes_to_read(input.name(), std::as_bytes(std::span(head)));
  const std::string_view bytes = input.bytes_up_to(size);
  const Graph file = parse_graph(input.name(), std::as_bytes(std::span(bytes)), input.is_whole());
  EdgeGraph graph;
  graph.vertices = file.vertices;
  reserve(graph.edges, file.edges.size());
  for (Edge edge : file.edges) {
    if (options.scale || options.unweighted || !options.no_edge.empty()) {
      const std::optional<Distance> weight = to_weight(std::int64_t{edge.weight}, options);
      if (!weight) {
        throw Error(Fault::kInput, fmt::format("{}: edge {}: the weight is {}, expected {}",
                                               input.name(), graph.edges.size(), edge.weight,
                                               expected_weight(edge.weight, options.scale)));
      }
      edge.weight = *weight;
    }
    graph.edges.push_back(edge);
  }
  return graph;
}

void write_hw3(const EdgeGraph& graph, const Output& output, const std::string&) {
  GraphWriter writer(output.path, graph.vertices, graph.edges.size());
  writer.put(0, graph.edges);
  writer.commit(output.sync, output.stale);
}

}  // namespace apsp::convert
