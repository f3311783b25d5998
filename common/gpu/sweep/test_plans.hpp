// SPDX-License-Identifier: MIT
// Graphs and trees for the tests of what is planned before a sweep.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/sparse/elimination_tree.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::test {

/// The tree of a minimum-degree order, whose last `core` vertices at most are kept.
inline sparse::EliminationTree tree_of(const Sample& sample, std::size_t core = 0) {
  const sparse::Pattern pattern = sparse::pattern_of(sample.graph());
  sparse::Order order = sparse::minimum_degree(pattern);
  order.core = std::min(core, sample.vertices);
  return sparse::analyse(pattern, order);
}

/// Cores that the tests of plans keep.
inline constexpr std::size_t kCores[] = {0, 1, 40, 1000};

/// Graphs of many shapes, by name.
inline std::map<std::string, Sample> plan_samples() {
  std::uint32_t seed = 40;
  std::map<std::string, Sample> samples = samples_of(120, seed);
  samples["chain"] = chain(std::vector<Distance>(150, 2), 3);
  samples["shuffled chain"] = shuffled(chain(std::vector<Distance>(150, 2)), 1);
  samples["band"] = band(200, 9, 3, true, 9, 2);
  samples["band, one way"] = band(200, 9, 3, false, 9, 3);
  samples["clique"] = random_sample(70, 9000, 0, 90, 4);
  samples["one vertex"] = {1, {}};
  samples["far"] = random_sample(200, 500, 0, 20'000'000, 5);
  return samples;
}

}  // namespace apsp::test
