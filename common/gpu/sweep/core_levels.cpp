// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/core_levels.hpp"

#include <algorithm>

#include "common/base/index.hpp"

namespace apsp::gpu {

CoreLevels::CoreLevels(const sparse::EliminationTree& tree,
                       const sparse::EliminatedGraph& eliminated, const Traversal& traversal) {
  const std::size_t core = traversal.core;
  std::vector<std::size_t> depths(tree.size(), 0);
  std::vector<std::size_t> next;  // of each depth: how many, then where the next row goes
  for (std::size_t step = core; step < tree.size(); ++step) {
    const std::int32_t parent = traversal.parents[step];
    if (parent != Traversal::kRoot) depths[step] = depths[index(parent)] + 1;
    if (depths[step] == next.size()) next.push_back(0);
    ++next[depths[step]];
  }
  std::size_t rows_before = 0;
  for (std::size_t& count : next) {
    levels.push_back(rows_before);
    rows_before += count;
    count = levels.back();
  }
  levels.push_back(rows_before);

  rows.resize(rows_before);
  ups.reserve(tree.ups.size());
  rising.reserve(tree.ups.size());
  falling.reserve(tree.ups.size());
  for (std::size_t step = core; step < tree.size(); ++step) {
    const std::size_t position = index(traversal.positions[step]);
    const auto begin = static_cast<std::uint32_t>(ups.size());
    for (std::size_t n = tree.begin[position]; n < tree.begin[position + 1]; ++n) {
      ups.push_back(traversal.steps_of_position[index(tree.ups[n])]);
      rising.push_back(eliminated.rising[n]);
      falling.push_back(eliminated.falling[n]);
    }
    rows[next[depths[step]]++] = {static_cast<std::uint32_t>(step), begin,
                                  static_cast<std::uint32_t>(ups.size())};
  }
}

}  // namespace apsp::gpu
