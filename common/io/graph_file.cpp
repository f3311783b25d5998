// SPDX-License-Identifier: MIT
#include "common/io/graph_file.hpp"

#include <fmt/core.h>

#include <array>
#include <cstring>
#include <limits>
#include <optional>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/core/edge_check.hpp"
#include "common/io/compression.hpp"
#include "common/io/mistaken_file.hpp"

namespace apsp {
namespace {

constexpr std::int32_t kMostCount = std::numeric_limits<std::int32_t>::max();

/// Checks every edge and finds the smallest and largest weight.
void require_good_edges(const std::string& name, Graph& graph) {
  const std::optional<BadEdge> bad = check_edges(graph);
  if (!bad) return;
  const std::uint64_t byte =
      kGraphHeader + sizeof(Edge) * bad->edge + sizeof(std::int32_t) * bad->field;
  throw Error(Fault::kInput,
              fmt::format("{}: edge {} (byte {}): {}", name, bad->edge, byte, bad->problem));
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
  [[nodiscard]] std::uint64_t size() const {
    return kGraphHeader + sizeof(Edge) * std::uint64_t{edges};
  }
};

Header read_header(const std::string& name, std::span<const std::byte> bytes) {
  if (bytes.size() < kGraphHeader) {
    throw Error(
        Fault::kInput,
        fmt::format("{}: is too short: ends at byte {}, expected at least the {} bytes of the "
                    "numbers of vertices and edges",
                    name, bytes.size(), kGraphHeader));
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
                            found, (found - kGraphHeader) / sizeof(Edge), layout));
  }
  throw Error(Fault::kInput, fmt::format("{}: is too long: {} {} bytes, expected {}", name,
                                         whole ? "found" : "found at least", found, layout));
}

/// Returns the result of `parse`. Puts before its refusal, "name: problem", the kind of file that
/// the bytes resemble.
template <typename Parse>
auto with_hint(const std::string& name, std::span<const std::byte> bytes, Parse parse) {
  try {
    return parse();
  } catch (const Error& error) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::string hint = compression_hint(text);
    if (hint.empty()) hint = hint_for_graph(bytes);
    if (hint.empty()) hint = hint_of_distances(bytes);
    throw Error(error.fault(),
                refusal(name, hint, std::string(error.what()).substr(name.size() + 2)));
  }
}

/// Size of the file to write. Checks the numbers before the output is created.
std::uint64_t graph_bytes(const std::string& path, std::size_t vertices, std::size_t edges) {
  for (const auto& [count, what] : {std::pair{vertices, "vertices"}, std::pair{edges, "edges"}}) {
    if (count > static_cast<std::size_t>(kMostCount)) {
      throw Error(Fault::kOutput, fmt::format("{}: {} {}, but the format holds at most {}", path,
                                              count, what, kMostCount));
    }
  }
  return kGraphHeader + sizeof(Edge) * std::uint64_t{edges};
}

}  // namespace

Graph parse_graph(const std::string& name, std::span<const std::byte> bytes, bool whole) {
  return with_hint(name, bytes, [&] {
    const Header header = read_header(name, bytes);
    check_size(name, header, bytes.size(), whole);
    Graph graph;
    graph.vertices = header.vertices;
    graph.edges = {reinterpret_cast<const Edge*>(bytes.data() + kGraphHeader), header.edges};
    require_good_edges(name, graph);
    return graph;
  });
}

std::uint64_t graph_bytes_to_read(const std::string& name, std::span<const std::byte> bytes) {
  return with_hint(name, bytes, [&] { return read_header(name, bytes).size() + 1; });
}

GraphFile::GraphFile(std::unique_ptr<InputFile> input, bool undirected) : input_(std::move(input)) {
  input_->read_to(kGraphHeader);
  input_->read_to(graph_bytes_to_read(input_->name(), input_->bytes()));
  graph_ = parse_graph(input_->name(), input_->bytes(), input_->mapped());
  if (undirected) both_ways_.emplace(graph_);
}

GraphWriter::GraphWriter(const std::string& path, std::size_t vertices, std::size_t edges)
    : output_(path, graph_bytes(path, vertices, edges)) {
  const std::array header = {static_cast<std::int32_t>(vertices), static_cast<std::int32_t>(edges)};
  output_.write_at(0, std::as_bytes(std::span(header)));
}

void GraphWriter::put(std::size_t first_edge, std::span<const Edge> edges) {
  output_.write_at(kGraphHeader + sizeof(Edge) * std::uint64_t{first_edge}, std::as_bytes(edges));
}

}  // namespace apsp
