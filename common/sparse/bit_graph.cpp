// SPDX-License-Identifier: MIT
#include "common/sparse/bit_graph.hpp"

#include <algorithm>
#include <numeric>

namespace apsp::sparse {

BitGraph::BitGraph(const CompressedRows<std::int32_t>& ends) : numbering_(ends) {
  std::vector<std::int32_t> same(ends.vertices());
  std::iota(same.begin(), same.end(), 0);
  in_ = turned(ends, numbering_.vertices, numbering_.numbers);
  out_ = turned(in_, same, same);
  for (auto* lists : {&in_, &out_}) lists->entries.resize(lists->entries.size() + kEndsAhead);
}

std::uint64_t BitGraph::bytes_for(std::size_t vertices, std::size_t edges) {
  constexpr std::uint64_t kLists = 4;  // of V numbers
  return kLists * vertices * sizeof(std::int32_t) + vertices +
         2 * ((edges + kEndsAhead) * sizeof(std::int32_t) + (vertices + 1) * sizeof(std::size_t)) +
         vertices * sizeof(std::size_t);
}

}  // namespace apsp::sparse
