// SPDX-License-Identifier: MIT
// How long searches take, from one source at a time or by bits from many.
#pragma once

#include <cstddef>

#include "common/solve/machine.hpp"
#include "common/sparse/row_search.hpp"

namespace apsp {

/// Searches, and what a sample says of them.
struct SearchWork {
  const sparse::SearchGraph& graph;
  const sparse::SearchSample& sample;
  std::size_t rows;
  bool numbers_alone;  // see Problem
};

/// Seconds of searches of which each has so many sources.
[[nodiscard]] double search_seconds(const SearchWork& work, std::size_t at_once,
                                    const Machine& machine);

/// The sources of a search that make searches of all rows the fastest. One where those of a batch
/// share too few visits for more to win, as on a path.
[[nodiscard]] std::size_t best_at_once(const SearchWork& work, const Machine& machine);

}  // namespace apsp
