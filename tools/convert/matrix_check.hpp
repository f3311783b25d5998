// SPDX-License-Identifier: MIT
// Numbers that stand in a matrix for no edge, and halves of symmetric matrices: as a whole each may
// be read in two ways.
#pragma once

#include <string>

#include "tools/convert/edge_graph.hpp"
#include "tools/convert/read_options.hpp"

namespace apsp::convert {

/// Refuses a matrix, of which at least half of the entries are edges, where
/// - the only number below 0 is -1, -99, -999 or so on,
/// - or the largest number is 9999, 99999 and so on, a power of 10 from 10000 on, or the largest of
///   16 bits. It is at least four times the next one then.
/// With options.no_edge nothing is refused. Notes where all entries lie on one side of
/// the diagonal. Throws Error(kInput). O(E).
void check_matrix(EdgeGraph& graph, const ReadOptions& options, const std::string& input);

}  // namespace apsp::convert
