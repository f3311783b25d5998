// SPDX-License-Identifier: MIT
// Comments that say that edges lead both ways.
#pragma once

#include <string_view>

namespace apsp::convert {

/// Whether a comment says, in letters of either case, undirected, not directed, bidirectional or
/// symmetric, or that directed or digraph is false, no or 0.
[[nodiscard]] bool says_undirected(std::string_view comment);

/// Whether a comment begins with that, as "# Undirected graph: x" of SNAP does: a statement about
/// the file, and no key whose value may deny it.
[[nodiscard]] bool begins_undirected(std::string_view comment);

}  // namespace apsp::convert
