// SPDX-License-Identifier: MIT
// The solvers' own graph file.
#include <fmt/format.h>

#include "common/error.hpp"
#include "common/graph_file.hpp"
#include "tools/convert/format.hpp"

namespace apsp::convert {

EdgeGraph read_hw3(Input& input, const ReadOptions& options) {
  if (input.gone()) {
    throw Error(ExitCode::kUsage,
                fmt::format("{}: was read to find out that it is a graph of hw3, and a pipe gives "
                            "its bytes only once: add --from hw3",
                            input.name()));
  }
  const GraphFile file(input.path());
  EdgeGraph graph;
  graph.vertices = file.graph().vertices;
  reserve(graph.edges, file.graph().edges.size());
  for (Edge edge : file.graph().edges) {
    if (options.scale) {
      const std::optional<Distance> weight = to_weight(edge.weight, options.scale);
      if (!weight) {
        throw Error(ExitCode::kInput, fmt::format("{}: edge {}: the weight is {}, expected {}",
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
  writer.commit(output.sync);
}

}  // namespace apsp::convert
