// SPDX-License-Identifier: MIT
// The first line "V E" of an edge list, as many programs and courses write it: it says how many
// vertices and edges there are, and it is no edge. "V V E", as a matrix has it, likewise, "E V",
// and "V E" with one or two numbers behind it, such as the vertex from which a search begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/graph.hpp"
#include "tools/convert/read_options.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// How the number of edges that a first line says agrees with the lines behind it: each edge has
/// one; or two, as it leads both ways; or the line counts both ways, of which one is listed.
enum class EdgeCount { kEach, kListedTwice, kListedOnce };

/// The numbers that a first line says.
struct StatedSizes {
  std::int64_t vertices = 0;
  std::int64_t edges = 0;
  EdgeCount count = EdgeCount::kEach;
  bool rather_edge = false;  // where the line may be an edge by its columns, it is more likely one
};

/// A first line that says sizes.
struct SizeLine {
  std::size_t line = 0;
  StatedSizes sizes;
  int first = 0;      // the number of the first vertex
  bool edge = false;  // it says sizes, but is more likely an edge
};

/// The number of vertices or edges, or of a vertex, that a word says; nothing for other words.
[[nodiscard]] std::optional<std::int64_t> count_of(std::string_view word);

/// The sizes that a first line of these `numbers` says of the edges behind it, if they fit: no more
/// than V vertices occur, whatever their names, and as many lines follow as EdgeCount says; V of
/// them in the order "E V", and where lines do not count one each. Not where the vertices are
/// numbers that only as an edge the line makes complete from 0 or 1 on. All this unless the line is
/// `stated` to be none. rather_edge: in the order "E V", where half of the edges are listed, or
/// with a third number above one edge or two, unless an edge behind it has the same ends. Edges
/// lead between indices of `names`. O(E log E) time where the number of lines fits, else O(1).
[[nodiscard]] std::optional<StatedSizes> sizes_of(const std::vector<std::int64_t>& numbers,
                                                  std::span<const Edge> behind,
                                                  const std::deque<std::string>& names,
                                                  bool stated);

/// Says the sizes: "4 vertices and 3 edges, each listed from both ends".
[[nodiscard]] std::string sizes_text(const StatedSizes& sizes);

/// Goes to the next line that is neither empty nor a comment with # or %. False at the end.
bool next_line_of_edges(Scanner& scanner);

/// The size line of an edge list, if it has one: sizes_of(), or options.header says so. The numbers
/// of the vertices say whether they begin with 0 or 1. SizeLine::edge where the line is rather an
/// edge that sizes_text() would fit as well. Throws Error(kInput) where the line may be an edge as
/// well, or the first number may be either. O(E log E) time where the number of lines fits, else
/// O(E) at most.
[[nodiscard]] std::optional<SizeLine> find_size_line(Scanner scanner, const ReadOptions& options);

}  // namespace apsp::convert
