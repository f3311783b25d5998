// SPDX-License-Identifier: MIT
// All shortest paths of a distance file, as a file of predecessors.
#pragma once

#include <string>

#include "common/core/graph.hpp"
#include "tools/path/distances.hpp"

namespace apsp::path {

/// Writes the predecessors of each row of `distances` to `path`, whole or not at all: k x V int32,
/// little-endian, row-major, kNoPredecessor where there is none (common/rows/predecessors.hpp).
/// Throws Error(kInput) for a row that is seen not to be of `graph`: some vertex has a length that
/// no path ends at, or none. Throws Error(kOutput), Error(kMemory), NegativeCycle. O(k (V + E)) at
/// worst, in parallel.
void write_predecessors(const Graph& graph, const Distances& distances, const std::string& path);

}  // namespace apsp::path
