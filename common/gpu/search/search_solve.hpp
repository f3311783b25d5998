// SPDX-License-Identifier: MIT
// One attempt by searches by bits, on one device or several that share the sources.
#pragma once

#include <cstddef>
#include <memory>

#include "common/gpu/dense/members.hpp"
#include "common/solve/backend.hpp"
#include "common/sparse/row_search.hpp"

namespace apsp::gpu {

/// Bounds that tests set, to have many groups of sources at small sizes.
struct SearchLimits {
  std::size_t group_sources = static_cast<std::size_t>(-1);  // a device, at most
};

/// `graph` is made of the plan's graph, and has equal weights. It outlives the attempt. Needs V > 0.
/// Throws Error(kMemory) where a device has no room for 1,024 sources.
[[nodiscard]] std::unique_ptr<Solve> make_search_solve(const sparse::SearchGraph& graph,
                                                       const Attempt& attempt, Members members,
                                                       const SearchLimits& limits = {});

}  // namespace apsp::gpu
