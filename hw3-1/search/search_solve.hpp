// SPDX-License-Identifier: MIT
// One attempt by a search a row, rows in parallel. Rows are computed as they are put, as by sweeps:
// extent() and first_clipped() take as long as putting them. Distances are computed in s32 whatever
// the width of the plan, which only says what counts as clipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "common/solve/backend.hpp"
#include "common/sparse/row_search.hpp"

namespace apsp::cpu {

/// `graph` is made of the plan's graph. It outlives the attempt.
[[nodiscard]] std::unique_ptr<Solve> make_search_solve(const sparse::SearchGraph& graph,
                                                       const Attempt& attempt);

/// Bytes that such an attempt takes with `threads` threads, beside the sparse::SearchGraph.
[[nodiscard]] std::uint64_t search_bytes(std::size_t vertices, std::size_t threads);

}  // namespace apsp::cpu
