// SPDX-License-Identifier: MIT
#include "common/io/mistaken_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "common/base/error.hpp"
#include "common/io/graph_file.hpp"

namespace apsp {
namespace {

constexpr std::size_t kLookedAt = 512;  // bytes
constexpr const char* kText = "it looks like text: hw3-convert makes a graph file of text";

/// Bytes of the UTF-8 character that begins with `first`, 0 where none does.
std::size_t character_bytes(unsigned first) {
  if (first >= 0x20 && first < 0x7f) return 1;
  if (first == '\t' || first == '\n' || first == '\r') return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

bool continues_character(std::byte byte) {
  return (std::to_integer<unsigned>(byte) & 0xc0U) == 0x80U;
}

std::optional<Graph> graph_of(std::span<const std::byte> bytes) {
  try {
    return parse_graph("", bytes);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

bool looks_like_text(std::span<const std::byte> bytes) {
  const auto looked_at = bytes.first(std::min(bytes.size(), kLookedAt));
  for (std::size_t at = 0; at < looked_at.size();) {
    const std::size_t size = character_bytes(std::to_integer<unsigned>(looked_at[at]));
    if (size == 0) return false;
    // The last character may be cut in two.
    const auto rest = looked_at.subspan(at + 1, std::min(size, looked_at.size() - at) - 1);
    if (!std::ranges::all_of(rest, continues_character)) return false;
    at += size;
  }
  return !bytes.empty();
}

std::string refusal(std::string_view name, std::string_view hint, std::string_view problem) {
  return hint.empty() ? fmt::format("{}: {}", name, problem)
                      : fmt::format("{}: {}; in detail: {}", name, hint, problem);
}

std::string hint_for_graph(std::span<const std::byte> bytes) {
  return looks_like_text(bytes) ? kText : "";
}

std::string hint_for_distances(std::span<const std::byte> bytes) {
  if (looks_like_text(bytes)) return fmt::format("{}, and a solver makes distances of that", kText);
  const std::optional<Graph> graph = graph_of(bytes);
  if (!graph) return "";
  const std::size_t vertices = graph->vertices;
  const std::size_t edges = graph->edges.size();
  return fmt::format("it is a graph file ({} {}, {} {}), and a solver makes distances of that",
                     vertices, vertices == 1 ? "vertex" : "vertices", edges,
                     edges == 1 ? "edge" : "edges");
}

}  // namespace apsp
