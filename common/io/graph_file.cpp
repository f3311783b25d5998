// SPDX-License-Identifier: MIT
#include "common/io/graph_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/io/compression.hpp"
#include "common/io/mistaken_file.hpp"

namespace apsp {
namespace {

constexpr std::size_t kHeader = 8;  // bytes of V and E
constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();

/// Smallest and largest source, destination and weight of some edges.
struct Ranges {
  std::array<std::int32_t, 3> least = {kMost, kMost, kMost};
  std::array<std::int32_t, 3> most = {~kMost, ~kMost, ~kMost};

  void include(std::size_t field, std::int32_t low, std::int32_t high) {
    least[field] = std::min(least[field], low);
    most[field] = std::max(most[field], high);
  }
};

/// Runs at the speed of memory: the inner loop goes over the numbers of four edges as they lie.
/// Each of its twelve lanes always meets the same field, so the loop compiles to whole vectors.
Ranges ranges_of(std::span<const Edge> edges) {
  constexpr std::size_t kGroup = 4;  // edges; 4 x 12 bytes are three vectors of 16
  constexpr std::size_t kLanes = 3 * kGroup;
  std::array<std::int32_t, kLanes> least;
  std::array<std::int32_t, kLanes> most;
  least.fill(kMost);
  most.fill(~kMost);
  const auto* numbers = reinterpret_cast<const std::int32_t*>(edges.data());
  const std::size_t whole = edges.size() / kGroup * kLanes;
  for (std::size_t at = 0; at < whole; at += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::int32_t number = numbers[at + lane];
      least[lane] = number < least[lane] ? number : least[lane];
      most[lane] = number > most[lane] ? number : most[lane];
    }
  }
  Ranges ranges;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    ranges.include(lane % 3, least[lane], most[lane]);
  }
  for (std::size_t at = whole; at < 3 * edges.size(); ++at) {
    ranges.include(at % 3, numbers[at], numbers[at]);
  }
  return ranges;
}

bool is_vertex(std::int32_t number, std::size_t vertices) {
  return number >= 0 && static_cast<std::size_t>(number) < vertices;
}

bool is_weight(std::int32_t number) {
  return number > -kUnreachable && number < kUnreachable;
}

bool is_good(const Edge& edge, std::size_t vertices) {
  return is_vertex(edge.source, vertices) && is_vertex(edge.destination, vertices) &&
         is_weight(edge.weight);
}

bool is_good(const Ranges& ranges, std::size_t vertices) {
  return is_good(Edge{ranges.least[0], ranges.least[1], ranges.least[2]}, vertices) &&
         is_good(Edge{ranges.most[0], ranges.most[1], ranges.most[2]}, vertices);
}

/// Says what is wrong with edge `index`, which is bad.
[[noreturn]] void refuse_edge(const std::string& name, const Graph& graph, std::size_t index) {
  const Edge& edge = graph.edges[index];
  std::size_t field = 2;
  std::int32_t found = edge.weight;
  std::string expected = fmt::format("{} to {}", 1 - kUnreachable, kUnreachable - 1);
  if (!is_vertex(edge.source, graph.vertices) || !is_vertex(edge.destination, graph.vertices)) {
    field = is_vertex(edge.source, graph.vertices) ? 1 : 0;
    found = field == 0 ? edge.source : edge.destination;
    expected = graph.vertices == 0 ? "no edge in a graph of 0 vertices"
                                   : fmt::format("0 to {}", graph.vertices - 1);
  }
  constexpr std::array kFields = {"source", "destination", "weight"};
  const std::uint64_t byte = kHeader + sizeof(Edge) * index + sizeof(std::int32_t) * field;
  throw Error(Fault::kInput, fmt::format("{}: edge {} (byte {}): {} is {}, expected {}", name,
                                         index, byte, kFields[field], found, expected));
}

/// Checks every edge and finds the smallest and largest weight.
void check_edges(const std::string& name, Graph& graph) {
  // Edges of a block, 96 KiB: if one is bad, the block is read again from the cache.
  constexpr std::size_t kBlock = 8192;
  const std::size_t edges = graph.edges.size();
  const std::size_t blocks = (edges + kBlock - 1) / kBlock;
  std::int32_t least = kMost;
  std::int32_t most = ~kMost;
  std::size_t first_bad_block = blocks;
  // A few blocks are checked faster than threads are woken.
#pragma omp parallel for schedule(static) reduction(min                       \
                                                    : least, first_bad_block) \
    reduction(max                                                             \
              : most) if (blocks > 32)
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t first = block * kBlock;
    const Ranges ranges = ranges_of(graph.edges.subspan(first, std::min(kBlock, edges - first)));
    least = std::min(least, ranges.least[2]);
    most = std::max(most, ranges.most[2]);
    if (!is_good(ranges, graph.vertices)) first_bad_block = std::min(first_bad_block, block);
  }
  if (first_bad_block < blocks) {
    std::size_t bad = first_bad_block * kBlock;
    while (is_good(graph.edges[bad], graph.vertices)) ++bad;
    refuse_edge(name, graph, bad);
  }
  if (edges > 0) {
    graph.smallest_weight = least;
    graph.largest_weight = most;
  }
}

/// Header field at `byte`, 0 or more.
std::size_t read_count(const std::string& name, std::span<const std::byte> bytes, std::size_t byte,
                       const char* what) {
  std::int32_t count = 0;
  std::memcpy(&count, bytes.data() + byte, sizeof count);
  if (count < 0) {
    throw Error(Fault::kInput, fmt::format("{}: byte {}: the number of {} is {}, expected 0 or "
                                           "more",
                                           name, byte, what, count));
  }
  return static_cast<std::size_t>(count);
}

struct Header {
  std::size_t vertices = 0;
  std::size_t edges = 0;

  /// Bytes of the whole file.
  [[nodiscard]] std::uint64_t size() const { return kHeader + sizeof(Edge) * std::uint64_t{edges}; }
};

Header read_header(const std::string& name, std::span<const std::byte> bytes) {
  if (bytes.size() < kHeader) {
    throw Error(
        Fault::kInput,
        fmt::format("{}: is too short: ends at byte {}, expected at least the {} bytes of the "
                    "numbers of vertices and edges",
                    name, bytes.size(), kHeader));
  }
  Header header;
  header.vertices = read_count(name, bytes, 0, "vertices");
  header.edges = read_count(name, bytes, 4, "edges");
  return header;
}

void check_size(const std::string& name, const Header& header, std::uint64_t found, bool whole) {
  const std::uint64_t expected = header.size();
  if (found == expected) return;
  const std::string layout = fmt::format("{} bytes for {} (8 + 12 x {})", expected,
                                         counted(header.edges, "edge"), header.edges);
  if (found < expected) {
    throw Error(Fault::kInput,
                fmt::format("{}: is too short: ends at byte {}, in edge {}, expected {}", name,
                            found, (found - kHeader) / sizeof(Edge), layout));
  }
  throw Error(Fault::kInput, fmt::format("{}: is too long: {} {} bytes, expected {}", name,
                                         whole ? "found" : "found at least", found, layout));
}

/// Returns the result of `parse`. Appends to its refusal the kind of file that the bytes resemble.
template <typename Parse>
auto with_hint(std::span<const std::byte> bytes, Parse parse) {
  try {
    return parse();
  } catch (const Error& refusal) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    throw Error(refusal.fault(), refusal.what() + hint_for_graph(bytes) + compression_hint(text));
  }
}

/// Size of the file to write. Checks the numbers before the output is created.
std::uint64_t graph_bytes(const std::string& path, std::size_t vertices, std::size_t edges) {
  for (const auto& [count, what] : {std::pair{vertices, "vertices"}, std::pair{edges, "edges"}}) {
    if (count > static_cast<std::size_t>(kMost)) {
      throw Error(Fault::kOutput, fmt::format("{}: {} {}, but the format holds at most {}", path,
                                              count, what, kMost));
    }
  }
  return kHeader + sizeof(Edge) * std::uint64_t{edges};
}

}  // namespace

Graph parse_graph(const std::string& name, std::span<const std::byte> bytes, bool whole) {
  return with_hint(bytes, [&] {
    const Header header = read_header(name, bytes);
    check_size(name, header, bytes.size(), whole);
    Graph graph;
    graph.vertices = header.vertices;
    graph.edges = {reinterpret_cast<const Edge*>(bytes.data() + kHeader), header.edges};
    check_edges(name, graph);
    return graph;
  });
}

std::uint64_t graph_bytes_to_read(const std::string& name, std::span<const std::byte> bytes) {
  return with_hint(bytes, [&] { return read_header(name, bytes).size() + 1; });
}

GraphFile::GraphFile(const std::string& path, bool undirected) : input_(path) {
  input_.read_to(kHeader);
  input_.read_to(graph_bytes_to_read(input_.name(), input_.bytes()));
  graph_ = parse_graph(input_.name(), input_.bytes(), input_.mapped());
  if (undirected) both_ways_.emplace(graph_);
}

GraphWriter::GraphWriter(const std::string& path, std::size_t vertices, std::size_t edges)
    : output_(path, graph_bytes(path, vertices, edges)) {
  const std::array header = {static_cast<std::int32_t>(vertices), static_cast<std::int32_t>(edges)};
  output_.write_at(0, std::as_bytes(std::span(header)));
}

void GraphWriter::put(std::size_t first_edge, std::span<const Edge> edges) {
  output_.write_at(kHeader + sizeof(Edge) * std::uint64_t{first_edge}, std::as_bytes(edges));
}

}  // namespace apsp
