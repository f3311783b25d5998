// SPDX-License-Identifier: MIT
#include "common/io/mistaken_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "common/base/error.hpp"
#include "common/io/graph_file.hpp"

namespace apsp {
namespace {

constexpr std::size_t kLookedAt = 512;  // bytes
constexpr const char* kText = "it looks like text: hw3-convert makes a graph file of text";

constexpr const char* kWideText =
    "it looks like text in UTF-16, of which iconv -f UTF-16 -t UTF-8 makes UTF-8: hw3-convert "
    "makes a graph file of text";

/// Bytes of the UTF-8 character that begins with `first`, 0 where none does.
std::size_t character_bytes(unsigned first) {
  if (first >= 0x20 && first < 0x7f) return 1;
  if (first == '\t' || first == '\n' || first == '\r') return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/// Whether a byte is a character of a text in ASCII.
bool is_ascii(std::byte byte) {
  return character_bytes(std::to_integer<unsigned>(byte)) == 1;
}

bool continues_character(std::byte byte) {
  return (std::to_integer<unsigned>(byte) & 0xc0U) == 0x80U;
}

/// Which kind of text the bytes look like, and what reads it; empty for none.
std::string_view hint_for_text(std::span<const std::byte> bytes) {
  if (looks_like_text(bytes)) return kText;
  return looks_like_wide_text(bytes) ? kWideText : "";
}

std::optional<Graph> graph_of(std::span<const std::byte> bytes) {
  try {
    return parse_graph("", bytes);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// V where the bytes are V x V numbers with zeros on the diagonal, as distances are, V at least 2;
/// 0 where they are not.
std::size_t side_of_distances(std::span<const std::byte> bytes) {
  const std::size_t numbers = bytes.size() / sizeof(Distance);
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(numbers))));
  if (side < 2 || side * side * sizeof(Distance) != bytes.size()) return 0;
  // A copy with holes is no distances.
  const auto row = bytes.first(side * sizeof(Distance));
  if (std::ranges::all_of(row, [](std::byte byte) { return byte == std::byte{}; })) return 0;
  for (std::size_t at = 0; at < numbers; at += side + 1) {
    Distance own = 0;
    std::memcpy(&own, bytes.data() + at * sizeof own, sizeof own);
    if (own != 0) return 0;
  }
  return side;
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

bool looks_like_wide_text(std::span<const std::byte> bytes) {
  constexpr std::size_t kMostBytes = 8;
  constexpr std::size_t kFewestBytes = 6;
  constexpr std::byte kMarkLow{0xff};
  constexpr std::byte kMarkHigh{0xfe};
  if (bytes.size() >= 2 && ((bytes[0] == kMarkLow && bytes[1] == kMarkHigh) ||
                            (bytes[0] == kMarkHigh && bytes[1] == kMarkLow))) {
    bytes = bytes.subspan(2);
  }
  bytes = bytes.first(std::min(bytes.size() / 2 * 2, kMostBytes));
  if (bytes.size() < kFewestBytes) return false;
  for (const std::size_t high : {std::size_t{0}, std::size_t{1}}) {  // where the NUL of a pair is
    bool wide = true;
    for (std::size_t at = 0; at < bytes.size(); at += 2) {
      wide = wide && bytes[at + high] == std::byte{} && is_ascii(bytes[at + 1 - high]);
    }
    if (wide) return true;
  }
  return false;
}

std::string refusal(std::string_view name, std::string_view hint, std::string_view problem) {
  return hint.empty() ? fmt::format("{}: {}", name, problem)
                      : fmt::format("{}: {}; in detail: {}", name, hint, problem);
}

std::string hint_for_graph(std::span<const std::byte> bytes) {
  return std::string(hint_for_text(bytes));
}

std::string hint_of_distances(std::span<const std::byte> bytes) {
  const std::size_t side = side_of_distances(bytes);
  if (side == 0) return "";
  return fmt::format(
      "it looks like the distances of {} vertices, which a solver makes of a graph file", side);
}

std::string hint_for_distances(std::span<const std::byte> bytes) {
  if (const std::string_view text = hint_for_text(bytes); !text.empty()) {
    return fmt::format("{}, and a solver makes distances of that", text);
  }
  const std::optional<Graph> graph = graph_of(bytes);
  if (!graph) return "";
  const std::size_t vertices = graph->vertices;
  const std::size_t edges = graph->edges.size();
  return fmt::format("it is a graph file ({} {}, {} {}), and a solver makes distances of that",
                     vertices, vertices == 1 ? "vertex" : "vertices", edges,
                     edges == 1 ? "edge" : "edges");
}

}  // namespace apsp
