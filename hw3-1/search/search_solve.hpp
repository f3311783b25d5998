// SPDX-License-Identifier: MIT
// One attempt by a search a row, rows in parallel. Rows are computed as they are put, as by sweeps:
// extent() and first_clipped() take as long as putting them. Distances are computed in s32 whatever
// the width of the plan, which only says what counts as clipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "common/core/backend.hpp"
#include "hw3-1/search/row_search.hpp"

namespace apsp::cpu {

/// `graph` is made of the plan's graph. It outlives the attempt.
[[nodiscard]] std::unique_ptr<Solve> make_search_solve(const SearchGraph& graph, const Plan& plan);

/// Bytes that such an attempt takes with `threads` threads, beside the SearchGraph.
[[nodiscard]] std::uint64_t search_bytes(std::size_t vertices, std::size_t threads);

}  // namespace apsp::cpu
