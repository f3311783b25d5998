// SPDX-License-Identifier: MIT
// A graph between two files: what every format is read into and written from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/graph.hpp"

namespace apsp::convert {

/// Vertices 0 .. V-1 and directed edges in the order of the file; all in the ranges named at Edge.
struct EdgeGraph {
  std::size_t vertices = 0;
  std::vector<Edge> edges;
  std::deque<std::string> names;  // of the vertices, or empty: they have none but their numbers
};

/// Numbers names in the order in which they first appear.
class NameTable {
 public:
  std::int32_t number(std::string_view name) {
    const auto known = numbers_.find(name);
    if (known != numbers_.end()) return known->second;
    const auto next = static_cast<std::int32_t>(names_.size());
    // A deque leaves its elements where they are, so the map may look at them.
    numbers_.emplace(names_.emplace_back(name), next);
    return next;
  }

  /// The names by number. Ends the use of the table.
  std::deque<std::string> take() { return std::move(names_); }

 private:
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, std::int32_t> numbers_;
};

/// Keeps of edges with the same ends only the smallest weight, at the place of the first of them.
/// Returns how many edges went. O(E log E) time, 16 bytes an edge; O(E) where sources and
/// destinations ascend already.
std::size_t reduce_repeated(std::vector<Edge>& edges);

/// Puts behind each edge the same edge the other way round; a loop has none.
void add_reverses(std::vector<Edge>& edges);

/// Makes room for `count` edges. Throws Error(kMemory), with both numbers.
void reserve(std::vector<Edge>& edges, std::size_t count);

}  // namespace apsp::convert
