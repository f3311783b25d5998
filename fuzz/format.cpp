// SPDX-License-Identifier: MIT
// One format of hw3-convert, kFuzzedFormat: what its reader takes is a graph in range, and comes
// back as it went out through whichever format is picked.
#include "tools/convert/format.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "fuzz/fuzzed_format.hpp"
#include "fuzz/scratch_folder.hpp"
#include "fuzz/target.hpp"

namespace apsp::fuzz {
namespace {

using convert::EdgeGraph;
using convert::Format;
using convert::Input;

// A matrix has V x V entries and METIS a line for each vertex, whatever the graph's edges.
constexpr std::size_t kMostVertices = 64;

convert::ReadOptions pick_options(Choices& choices) {
  const std::array<convert::Scale, 5> scales = {std::nullopt, 0.5, 1000, 1e300, 1e-300};
  convert::ReadOptions options;
  options.weight = std::array{1, 0, 1 - kUnreachable, kUnreachable - 1}[choices.pick(4)];
  options.scale = scales[choices.pick(scales.size())];
  options.compact = choices.flip();
  options.zero_is_edge = choices.flip();
  options.unweighted = choices.flip();
  options.header = std::array<std::optional<bool>, 3>{std::nullopt, false, true}[choices.pick(3)];
  options.separator =
      std::array<std::optional<char>, 5>{std::nullopt, ',', ';', '\t', ' '}[choices.pick(5)];
  options.undirected = choices.flip();
  options.decimal = choices.flip() ? ',' : '.';
  options.no_edge = std::array{"", "-1", "NA"}[choices.pick(3)];
  return options;
}

void require_in_range(const EdgeGraph& graph) {
  for (const Edge& edge : graph.edges) {
    for (const std::int32_t end : {edge.source, edge.destination}) {
      require(end >= 0 && static_cast<std::size_t>(end) < graph.vertices, "vertices are in range");
    }
    require(edge.weight > -kUnreachable && edge.weight < kUnreachable, "weights are in range");
  }
  require(graph.names.empty() || graph.names.size() == graph.vertices, "each vertex has a name");
}

/// The smallest weight of each entry of a matrix that is an edge, and no loop of weight 0.
std::map<std::pair<std::int32_t, std::int32_t>, Distance> entries_of(const EdgeGraph& graph) {
  std::map<std::pair<std::int32_t, std::int32_t>, Distance> entries;
  for (const Edge& edge : graph.edges) {
    const auto [entry, fresh] = entries.try_emplace({edge.source, edge.destination}, edge.weight);
    entry->second = std::min(entry->second, edge.weight);
  }
  std::erase_if(entries, [](const auto& entry) {
    return entry.first.first == entry.first.second && entry.second == 0;
  });
  return entries;
}

std::vector<Edge> sorted(std::vector<Edge> edges) {
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.source, a.destination, a.weight) <
           std::tie(b.source, b.destination, b.weight);
  });
  return edges;
}

/// Whether the graph has no loop and each edge one like it the other way round.
bool is_undirected(const EdgeGraph& graph) {
  std::vector<Edge> back = graph.edges;
  for (Edge& edge : back) {
    if (edge.source == edge.destination) return false;
    std::swap(edge.source, edge.destination);
  }
  return sorted(back) == sorted(graph.edges);
}

/// The name of a vertex, or its number.
std::string label(const EdgeGraph& graph, std::int32_t vertex) {
  return graph.names.empty() ? std::to_string(vertex)
                             : graph.names[static_cast<std::size_t>(vertex)];
}

void require_same_labels(const EdgeGraph& graph, const EdgeGraph& back) {
  require(back.edges.size() == graph.edges.size(), "csv keeps every edge");
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const Edge& a = graph.edges[e];
    const Edge& b = back.edges[e];
    require(label(graph, a.source) == label(back, b.source) &&
                label(graph, a.destination) == label(back, b.destination) && a.weight == b.weight,
            "csv keeps names and weights");
  }
}

void require_same(const EdgeGraph& graph, const EdgeGraph& back, std::string_view through) {
  if (through == "csv") return require_same_labels(graph, back);
  require(back.vertices == graph.vertices, "V comes back");
  if (through == "npy") {
    require(entries_of(back) == entries_of(graph), "a matrix has the graph's smallest weights");
  } else if (through == "metis") {
    require(back.edges == sorted(graph.edges), "an undirected graph comes back in order");
  } else {
    require(back.edges == graph.edges, "edges come back as they were");
  }
}

void require_round_trip(const EdgeGraph& graph, const Format& through) {
  if (through.write == nullptr) return;
  const convert::Output output = {scratch_folder() / "between"};
  const auto refused =
      error_of({Fault::kInput}, [&] { through.write(graph, output, "the input"); });
  require(!refused || (through.name == "metis" && !is_undirected(graph)),
          "a format refuses no graph that it can hold");
  if (refused) return require_readable(refused->what());
  Input between(output.path);
  require_same(graph, through.read(between, {.zero_is_edge = true}), through.name);
}

}  // namespace
}  // namespace apsp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace apsp;
  fuzz::Choices choices(data, size);
  const convert::ReadOptions options = fuzz::pick_options(choices);
  const convert::Format& through = convert::formats()[choices.pick(convert::formats().size())];
  const fuzz::Bytes bytes(choices.rest());

  convert::EdgeGraph graph;
  const auto refused = fuzz::error_of({Fault::kInput}, [&] {
    convert::Input input("input", bytes.text());
    graph = convert::find_format(fuzz::kFuzzedFormat)->read(input, options);
    convert::remove_no_edges(graph.edges);
  });
  if (refused) {
    fuzz::require_readable(refused->what());
    return 0;
  }
  fuzz::require_in_range(graph);
  if (graph.vertices <= fuzz::kMostVertices) fuzz::require_round_trip(graph, through);
  return 0;
}
