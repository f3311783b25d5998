// SPDX-License-Identifier: MIT
#include "common/sparse/subtrees.hpp"

#include <algorithm>
#include <cstdint>

namespace apsp::sparse {

std::vector<Subtree> subtrees_of(const EliminationTree& tree, double most_work,
                                 std::size_t most_ups) {
  const auto index = [](std::int32_t position) { return static_cast<std::size_t>(position); };
  // Children come before their parents, so that each sum is complete when it is passed on.
  std::vector<double> work(tree.core_begin, 0);
  std::vector<std::size_t> begin(tree.core_begin);
  for (std::size_t p = 0; p < tree.core_begin; ++p) begin[p] = p;
  for (std::size_t p = 0; p < tree.core_begin; ++p) {
    const auto ups = static_cast<double>(tree.up(p).size());
    work[p] += ups * ups;
    if (tree.parents[p] == EliminationTree::kRoot) continue;
    const std::size_t parent = index(tree.parents[p]);
    work[parent] += work[p];
    begin[parent] = std::min(begin[parent], begin[p]);
  }

  std::vector<Subtree> subtrees;
  for (std::size_t end = tree.core_begin; end > 0;) {
    const std::size_t root = end - 1;
    if (work[root] <= most_work && tree.up(root).size() <= most_ups) {
      subtrees.push_back({begin[root], end});
      end = begin[root];
    } else {
      end = root;  // it is in none
    }
  }
  std::reverse(subtrees.begin(), subtrees.end());
  return subtrees;
}

}  // namespace apsp::sparse
