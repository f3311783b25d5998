// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/next_reads.hpp"

#include <cstddef>

#include "common/base/index.hpp"

namespace apsp::gpu {

NextReads::NextReads(const sparse::EliminationTree& tree, const Traversal& traversal)
    : after_arc(tree.ups.size()), after_step(tree.size(), kNever) {
  std::vector<std::int32_t>& known = after_step;  // from the last step down to the present one
  for (std::size_t step = tree.size(); step-- > 0;) {
    const std::size_t position = index(traversal.positions[step]);
    for (std::size_t n = tree.begin[position]; n < tree.begin[position + 1]; ++n) {
      std::int32_t& next = known[index(traversal.steps_of_position[index(tree.ups[n])])];
      after_arc[n] = next;
      next = static_cast<std::int32_t>(step);
    }
  }
}

}  // namespace apsp::gpu
