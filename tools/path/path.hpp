// SPDX-License-Identifier: MIT
// From a graph, and perhaps its distances, to paths.
#pragma once

#include <optional>
#include <string>

#include "common/app/distance_part.hpp"
#include "tools/path/path_text.hpp"

namespace apsp::path {

/// The request of the user: one path, the paths or lengths of a file of pairs, or all.
struct Request {
  std::optional<std::string> distances;  // nothing: they are computed
  std::string graph;
  bool undirected = false;              // each edge of the graph leads both ways
  std::optional<std::string> from, to;  // both or neither
  std::string pairs = "-";              // without from and to
  bool lengths = false;                 // in place of paths
  std::optional<std::string> all;       // a file for the predecessors, in place of paths
  DistancePart part;                    // of the matrix: what `distances` hold
  std::optional<std::string> names;     // a side file; nothing: GRAPH.names where that stands
  bool numbers = false;                 // no names at all
  Form form = Form::kText;
};

/// Answers. True where all was written; false where the reader of standard output has gone, which
/// is its right. Throws Error: kUsage, kInput, kNoAnswer for a negative cycle, kMemory, kOutput.
bool run(const Request& request);

}  // namespace apsp::path
