// SPDX-License-Identifier: MIT
// Numbers that stand in a matrix for no edge, and halves of symmetric matrices: as a whole each may
// be read in two ways.
#pragma once

#include <string>

#include "tools/convert/edge_graph.hpp"
#include "tools/convert/read_options.hpp"

namespace apsp::convert {

/// Refuses a matrix, of which at least half of the entries are edges, where one number may stand
/// for no edge:
/// - the only one below 0, if it occurs again, or is -1, -99, -999 or so on,
/// - the largest one, if it occurs again and is a thousand times the next one, or ten times where
///   it occurs three times and the others differ; below 1000 that is noted alone,
/// - or if it is one that many write there, as 9999, 99999 and so on, a power of 10 from 10000 on,
/// or
///   the largest of 16 bits, and not all are it: four times the next one, or twice that if it is no
///   power of 10 and occurs again, beyond what symmetry makes of it.
/// With options.no_edge nothing is refused. `rounding` has what options.scale made of the numbers.
/// Notes where all entries lie on one side of the diagonal. Throws Error(kInput). O(E).
void check_matrix(EdgeGraph& graph, const ReadOptions& options, const Rounding& rounding,
                  const std::string& input);

}  // namespace apsp::convert
