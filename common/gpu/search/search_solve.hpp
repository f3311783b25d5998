// SPDX-License-Identifier: MIT
// One attempt by searches by bits, on one device or several that share the sources.
#pragma once

#include <cstddef>
#include <memory>

#include "common/gpu/dense/members.hpp"
#include "common/solve/backend.hpp"
#include "common/sparse/bit_graph.hpp"

namespace apsp::gpu {

/// Bounds that tests set, to have many groups of sources at small sizes.
struct SearchLimits {
  std::size_t group_sources = static_cast<std::size_t>(-1);  // a device, at most
};

/// `graph` is made of the search graph of the plan, which has equal weights. Needs V > 0. close()
/// throws Error(kMemory) where a device has no room for 1,024 sources.
[[nodiscard]] std::unique_ptr<Solve> make_search_solve(sparse::BitGraph graph,
                                                       const Attempt& attempt, Members members,
                                                       const SearchLimits& limits = {});

}  // namespace apsp::gpu
