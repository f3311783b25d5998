// SPDX-License-Identifier: MIT
// The batches of a sweep's sources.
#include "common/gpu/sweep/batches.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "common/base/index.hpp"
#include "common/gpu/sweep/test_plans.hpp"
#include "common/testing/catch.hpp"

namespace apsp::gpu {
namespace {

using test::kCores;
using test::plan_samples;
using test::random_sample;
using test::Sample;
using test::tree_of;

TEST_CASE("batches take every row once, and in order where they must") {
  const Sample sample = random_sample(333, 700, 0, 9, 6);
  const sparse::EliminationTree tree = tree_of(sample);
  const Traversal traversal(tree);
  const RowSet all(sample.vertices);
  const RowSet some(sample.vertices, {7, 3, 3, 332, 0, 50, 51, 52, 200, 7});
  for (const RowSet* rows : {&all, &some}) {
    for (const std::size_t lanes : {1, 4, 32, 333, 1000}) {
      for (const bool in_order : {false, true}) {
        INFO(rows->size() << " rows, " << lanes << " lanes, in order: " << in_order);
        const Batches batches(*rows, traversal, lanes, in_order);
        std::vector<std::int32_t> put;
        for (std::size_t n = 0; n < batches.count(); ++n) {
          const Batch batch = batches.batch(n);
          REQUIRE(batch.size() > 0);
          REQUIRE(batch.size() <= lanes);
          REQUIRE(std::is_sorted(batch.steps.begin(), batch.steps.end()));
          const std::size_t half = batch.size() / 2;
          const Batch parts[] = {part_of(batch, 0, half), part_of(batch, half, batch.size())};
          for (const Batch& part : parts) {
            REQUIRE(std::is_sorted(part.steps.begin(), part.steps.end()));
            for (std::size_t lane = 0; lane < part.size(); ++lane) {
              const std::size_t source = rows->source(index(part.rows[lane]));
              REQUIRE(index(part.vertices[lane]) == source);
              REQUIRE(part.steps[lane] == traversal.steps_of_vertex[source]);
            }
            for (const std::int32_t lane : part.lanes) put.push_back(part.rows[index(lane)]);
          }
        }
        if (in_order) REQUIRE(std::is_sorted(put.begin(), put.end()));
        std::sort(put.begin(), put.end());
        REQUIRE(put.size() == rows->size());
        for (std::size_t row = 0; row < put.size(); ++row) REQUIRE(index(put[row]) == row);
      }
    }
  }
}

TEST_CASE("ways up meet as many steps as there are different ancestors") {
  std::mt19937 random(7);
  for (const auto& [kind, sample] : plan_samples()) {
    for (const std::size_t core : kCores) {
      const sparse::EliminationTree tree = tree_of(sample, core);
      const Traversal traversal(tree);
      for (const std::size_t lanes : {1, 3, 64, 1000}) {
        std::vector<std::int32_t> sources(1 + random() % sample.vertices);
        for (std::int32_t& source : sources) {
          source = static_cast<std::int32_t>(random() % sample.vertices);
        }
        INFO(kind << ", core " << core << ", " << lanes << " lanes, " << sources.size()
                  << " sources");
        const RowSet rows(sample.vertices, sources);
        const Batches batches(rows, traversal, lanes, false);
        std::size_t most = 0;
        for (std::size_t n = 0; n < batches.count(); ++n) {
          std::set<std::int32_t> met;
          for (std::int32_t step : batches.batch(n).steps) {
            if (index(step) < traversal.core) continue;
            for (; step >= 0; step = traversal.parents[index(step)]) met.insert(step);
          }
          most = std::max(most, met.size());
        }
        REQUIRE(most_risen(rows, traversal, lanes) == most);
      }
    }
  }
}

}  // namespace
}  // namespace apsp::gpu
