// SPDX-License-Identifier: MIT
#include "common/sparse/pattern.hpp"

#include <utility>

#include "common/core/compressed_rows.hpp"

namespace apsp::sparse {

Pattern pattern_of(const Graph& graph) {
  auto rows = compress<std::int32_t>(
      graph.vertices, graph.edges,
      {.end = RowRules::End::kBoth, .drop_loops = true, .merge_repeated = true});
  return {std::move(rows.begin), std::move(rows.entries)};
}

}  // namespace apsp::sparse
