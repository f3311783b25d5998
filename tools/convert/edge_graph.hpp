// SPDX-License-Identifier: MIT
// A graph between two files: what every format is read into and written from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/core/graph.hpp"

namespace apsp::convert {

/// Vertices are numbered by 32 bits, and so many edges fit into a graph file.
inline constexpr std::int64_t kMostCount = std::numeric_limits<std::int32_t>::max();

/// Vertices 0 .. V-1 and directed edges in the order of the file; all in the ranges named at Edge.
struct EdgeGraph {
  std::size_t vertices = 0;
  std::vector<Edge> edges;
  std::deque<std::string> names;  // of the vertices, or empty: they have none but their numbers
  std::vector<std::string> notes = {};   // what the reader did that its user may not expect
  std::vector<std::string> losses = {};  // what the file has and the graph has not, or may not have
};

/// Numbers names in the order in which they first appear. Keeps an open table of 8 bytes a slot
/// beside the names. A known name costs two accesses to memory; std::unordered_map takes four or
/// five, which is most of the time of reading a large CSV file.
class NameTable {
 public:
  NameTable() : slots_(1024) {}

  /// O(1), amortized. At most 2^31 - 1 names.
  std::int32_t number(std::string_view name);

  /// The names by number. Ends the use of the table.
  std::deque<std::string> take() { return std::move(names_); }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::int32_t number = -1;  // none
  };

  /// The slot that holds the name, or the empty one that it belongs into.
  Slot& find(std::uint32_t hash, std::string_view name);
  void grow();

  std::deque<std::string> names_;
  std::vector<Slot> slots_;  // a power of two, at most half of them used
};

/// Edges that went because others have the same ends.
struct Reduced {
  std::size_t gone = 0;
  std::size_t different = 0;  // of those: had another weight than the one that stays
};

/// Keeps of edges with the same ends only the smallest weight, at the place of the first of them.
/// O(E log E) time, 16 bytes an edge; O(E) where sources and destinations ascend already.
Reduced reduce_repeated(std::vector<Edge>& edges);

/// Removes edges of weight kUnreachable, of either sign: readers make them of --no-edge. Returns
/// how many. O(E).
std::size_t remove_no_edges(std::vector<Edge>& edges);

/// Puts behind each edge the same edge the other way round; a loop has none.
void add_reverses(std::vector<Edge>& edges);

/// Keeps of each edge and its like the other way round the one that comes first. Needs edges
/// without repeats. Returns nothing, or an edge without its like and changes nothing then. O(E log
/// E) time, 16 bytes an edge.
[[nodiscard]] std::optional<Edge> keep_each_once(std::vector<Edge>& edges);

/// Numbers the vertices that have an edge in order of appearance. The others go. The new names are
/// the old ones, or the old numbers where the first vertex has number `first`.
void renumber(EdgeGraph& graph, int first);

/// Notes where most of many vertices have no edge: a matrix of all of them takes far too long.
void note_idle_vertices(EdgeGraph& graph);

/// Adds an edge where their number is not known before. Memory is checked as it grows: throws
/// Error(kMemory). O(1), amortized.
void add_edge(std::vector<Edge>& edges, const Edge& edge);

/// Adds to the last edge its way back, of this weight. Removes of the two those that are `closed`.
void set_ways(std::vector<Edge>& edges, bool closed, bool back_closed, Distance back);

/// Notes where the weights, the third column of a list, never fall, as times do not.
void note_times(EdgeGraph& graph);

/// Notes how many entries of a dense matrix are 0 and therefore no edges.
void note_zeros(EdgeGraph& graph, std::size_t zeros);

/// Makes room for `count` edges. Throws Error(kMemory), with both numbers.
void reserve(std::vector<Edge>& edges, std::size_t count);

}  // namespace apsp::convert
