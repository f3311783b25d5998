// SPDX-License-Identifier: MIT
// One attempt by searches by bits, for graphs whose edges weigh the same: breadth first from many
// sources side by side, batches of them in parallel. Rows are computed as they are put, as by one
// search a row. A distance is a level times the weight, in s32 whatever the width of the plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "common/solve/backend.hpp"
#include "common/sparse/row_search.hpp"
#include "hw3-1/search/bit_kernels.hpp"

namespace apsp::cpu {

/// `graph` is made of the plan's graph, and has equal weights. It outlives the attempt. The plan's
/// sources_at_once are one of kSourcesAtOnce.
[[nodiscard]] std::unique_ptr<Solve> make_bit_solve(const sparse::SearchGraph& graph,
                                                    const BitKernels& kernels,
                                                    const Attempt& attempt);

/// Bytes that such an attempt takes at most with `threads` threads, beside the sparse::SearchGraph.
[[nodiscard]] std::uint64_t bit_bytes(std::size_t vertices, std::size_t edges, std::size_t threads);

}  // namespace apsp::cpu
