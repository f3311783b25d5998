// SPDX-License-Identifier: MIT
// The pairs of vertices whose paths are asked for.
#pragma once

#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "common/io/vertex_finder.hpp"

namespace apsp::path {

/// Reads a pair a line: two vertices with a tab between them or, where neither has one, blanks.
/// Lines end in LF or CR LF. No comments. `path` may be "-". Throws Error(kInput) with the line
/// that is no pair, and for a file that is unreadable.
[[nodiscard]] std::vector<Pair> read_pairs(const std::string& path, const VertexFinder& finder);

}  // namespace apsp::path
