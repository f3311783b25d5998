// SPDX-License-Identifier: MIT
// Rows from every step to a core, level by level, against the triple loop.
#include "common/gpu/sweep/core_levels.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/base/index.hpp"
#include "common/gpu/sweep/sweep_graph.hpp"
#include "common/gpu/sweep/test_plans.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"

namespace apsp::gpu {
namespace {

using test::kCores;
using test::plan_samples;
using test::tree_of;

/// The distances from every step to the core, as a device makes them: `closed`, between its
/// vertices, grows by the row of each step.
std::vector<std::vector<Distance>> core_rows(const CoreLevels& levels,
                                             std::vector<std::vector<Distance>> closed,
                                             std::size_t steps) {
  const std::size_t core = closed.size();
  closed.resize(steps, std::vector<Distance>(core, kUnreachable));
  REQUIRE(levels.levels.back() == levels.rows.size());
  REQUIRE(levels.rows.size() == steps - core);
  for (std::size_t level = 0; level + 1 < levels.levels.size(); ++level) {
    const std::vector<std::vector<Distance>> before = closed;
    for (std::size_t n = levels.levels[level]; n < levels.levels[level + 1]; ++n) {
      const LevelRow& row = levels.rows[n];
      REQUIRE(row.step >= core);
      for (std::uint32_t pair = row.begin; pair < row.end; ++pair) {
        for (std::size_t v = 0; v < core; ++v) {
          const Distance beyond = before[index(levels.ups[pair])][v];
          if (beyond == kUnreachable || levels.rising[pair] == kUnreachable) continue;
          Distance& known = closed[row.step][v];
          known = std::min<Distance>(known, levels.rising[pair] + beyond);
        }
      }
    }
  }
  return closed;
}

TEST_CASE("the rows of a core grow, a level of the tree at a time") {
  for (const auto& [kind, sample] : plan_samples()) {
    if (kind == "far") continue;  // sums beyond kUnreachable
    const std::size_t vertices = sample.vertices;
    const std::vector<Distance> expected = reference::distances(sample.graph()).value();
    for (const std::size_t core : kCores) {
      INFO(kind << ", core " << core);
      const sparse::EliminationTree tree = tree_of(sample, core);
      const SweepGraph graph(sample.graph(), tree);
      const auto vertex_of = [&](std::size_t step) {
        return index(tree.vertices[index(graph.traversal.positions[step])]);
      };
      const auto expected_row = [&](std::size_t step) {
        std::vector<Distance> row;
        for (std::size_t v = 0; v < graph.traversal.core; ++v) {
          row.push_back(expected[vertex_of(step) * vertices + vertex_of(v)]);
        }
        return row;
      };
      std::vector<std::vector<Distance>> closed;
      for (std::size_t v = 0; v < graph.traversal.core; ++v) closed.push_back(expected_row(v));
      const auto rows =
          core_rows(CoreLevels(tree, graph.eliminated, graph.traversal), closed, vertices);
      for (std::size_t step = 0; step < vertices; ++step) {
        REQUIRE(rows[step] == expected_row(step));
      }
    }
  }
}

}  // namespace
}  // namespace apsp::gpu
