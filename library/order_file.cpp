// SPDX-License-Identifier: MIT
#include "library/order_file.hpp"

#include <fmt/core.h>

#include <cstring>
#include <string_view>
#include <utility>

#include "common/base/index.hpp"
#include "common/io/word_file.hpp"

namespace apsp {
namespace {

constexpr WordFileKind kKind = {"apsp elimination", "a saved order", "the format"};
static_assert(kKind.magic.size() == 16);
constexpr std::string_view kVersion = "1";

/// The hash of the edges' ends, in the order of the edges.
std::uint64_t hash_of_ends(std::span<const Edge> edges) {
  WordHash hash;
  for (const Edge& edge : edges) hash.add(word_of(edge.source, edge.destination));
  return hash.value();
}

/// Takes the numbers that tell a graph from others with their names, in the order of the file.
template <typename Take>
void for_each_mark(GraphView graph, const Take& take) {
  take(std::uint64_t{graph.vertices}, "the number of vertices of another graph", false);
  take(std::uint64_t{graph.edges.size()}, "the number of edges of another graph", false);
  take(hash_of_ends(graph.edges), "the hash of the ends of another graph's edges", true);
}

}  // namespace

std::string order_bytes(GraphView graph, std::span<const std::int32_t> order) {
  WordWriter writer(kKind, kVersion);
  for_each_mark(graph, [&](std::uint64_t mark, const char*, bool) { writer.add(mark); });
  writer.add(order.data(), order.size());
  return std::move(writer).finish();
}

std::vector<std::int32_t> read_order(std::span<const std::byte> bytes, GraphView graph,
                                     const std::string& name) {
  WordReader reader(bytes, name, kKind, kVersion);
  for_each_mark(graph, [&](std::uint64_t mark, const char* what, bool hash) {
    reader.require_word(mark, what, hash);
  });
  const std::size_t at = reader.at();
  const std::string_view text = reader.text(graph.vertices * sizeof(std::int32_t));
  reader.require_end("the order");
  std::vector<std::int32_t> order(graph.vertices);
  if (!order.empty()) std::memcpy(order.data(), text.data(), text.size());
  std::vector<bool> seen(graph.vertices, false);
  for (std::size_t n = 0; n < order.size(); ++n) {
    const bool is_new = order[n] >= 0 && index(order[n]) < order.size() && !seen[index(order[n])];
    if (!is_new) {
      reader.refuse(at + n * sizeof(std::int32_t), fmt::format("vertex {} of the order", n),
                    fmt::format("{}", order[n]), "each vertex once");
    }
    seen[index(order[n])] = true;
  }
  return order;
}

}  // namespace apsp
