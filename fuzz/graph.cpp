// SPDX-License-Identifier: MIT
// The graph file, from memory and from a mapped file, against a reading of its bytes one by one.
#include <algorithm>

#include "common/io/graph_file.hpp"
#include "fuzz/scratch_folder.hpp"
#include "fuzz/target.hpp"

namespace apsp::fuzz {
namespace {

/// Number `index` of the file, little-endian.
std::int64_t number(std::string_view bytes, std::size_t index) {
  std::uint32_t value = 0;
  for (std::size_t byte = 4; byte > 0; --byte) {
    value = value << 8 | static_cast<unsigned char>(bytes[4 * index + byte - 1]);
  }
  return static_cast<std::int32_t>(value);
}

/// Whether the bytes are a graph, as README.md describes the file.
bool is_graph(std::string_view bytes) {
  if (bytes.size() < 8) return false;
  const std::int64_t vertices = number(bytes, 0);
  const std::int64_t edges = number(bytes, 1);
  if (vertices < 0 || edges < 0) return false;
  if (static_cast<std::int64_t>(bytes.size()) != 8 + 12 * edges) return false;
  for (std::size_t at = 2; at < bytes.size() / 4; at += 3) {
    for (const std::size_t end : {at, at + 1}) {
      if (number(bytes, end) < 0 || number(bytes, end) >= vertices) return false;
    }
    const std::int64_t weight = number(bytes, at + 2);
    if (weight <= -1073741823 || weight >= 1073741823) return false;
  }
  return true;
}

void require_same(const Graph& graph, std::string_view bytes) {
  require(graph.vertices == static_cast<std::size_t>(number(bytes, 0)), "V is the file's");
  require(graph.edges.size() == static_cast<std::size_t>(number(bytes, 1)), "E is the file's");
  std::int64_t least = graph.edges.empty() ? 0 : INT64_MAX;
  std::int64_t most = graph.edges.empty() ? 0 : INT64_MIN;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const Edge& edge = graph.edges[e];
    const std::int64_t weight = number(bytes, 3 * e + 4);
    require(edge.source == number(bytes, 3 * e + 2) &&
                edge.destination == number(bytes, 3 * e + 3) && edge.weight == weight,
            "edges are the file's");
    least = std::min(least, weight);
    most = std::max(most, weight);
  }
  require(graph.smallest_weight == least && graph.largest_weight == most,
          "the smallest and the largest weight are those of the edges");
}

}  // namespace
}  // namespace apsp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace apsp;
  const fuzz::Bytes bytes({data, size});
  const std::string path = fuzz::put_file("graph", {data, size});
  const auto refused = fuzz::error_of(
      {Fault::kInput}, [&] { fuzz::require_same(parse_graph(path, bytes.bytes()), bytes.text()); });
  fuzz::require(refused.has_value() != fuzz::is_graph(bytes.text()),
                "what is a graph is taken, and nothing else");
  const auto refused_file = fuzz::error_of({Fault::kInput}, [&] {
    const GraphFile file(path);
    fuzz::require_same(file.graph(), bytes.text());
  });
  fuzz::require(refused.has_value() == refused_file.has_value() &&
                    (!refused || std::string_view(refused->what()) == refused_file->what()),
                "a file is taken or refused as its bytes are");
  if (refused) fuzz::require_readable(refused->what());
  return 0;
}
