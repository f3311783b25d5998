// SPDX-License-Identifier: MIT
// What is chosen for devices, which need not be there.
#include "common/gpu/sweep/machine.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/core/width_choice.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/test_plans.hpp"
#include "common/solve/chooser.hpp"
#include "common/solve/sweep_pace.hpp"
#include "common/testing/catch.hpp"

namespace apsp::gpu {
namespace {

using test::random_sample;
using test::Sample;
using test::tree_of;

TEST_CASE("devices sweep along large grids and roads, not over small or dense graphs") {
  const auto chosen = [](const Sample& sample, std::optional<Method> forced = {}) {
    return choose(sample.graph(), machine_for(sample.graph()), forced).method;
  };
  REQUIRE(chosen(test::grid(140, 140, 9, 1)) == Method::kSweep);
  REQUIRE(chosen(test::grid(140, 140, 9, 1), Method::kDense) == Method::kDense);
  REQUIRE(chosen(test::grid(20, 20, 9, 1)) == Method::kDense);
  REQUIRE(chosen(test::grid(20, 20, 9, 1), Method::kSweep) == Method::kSweep);
  REQUIRE(chosen(random_sample(20'000, 80'000, 0, 9, 7)) == Method::kSweep);  // by its core
  REQUIRE(chosen(random_sample(20'000, 600'000, 0, 9, 7)) == Method::kDense);
  REQUIRE(chosen({20'000, {}}) == Method::kSearch);
  REQUIRE(chosen(test::weighing(random_sample(20'000, 80'000, 0, 9, 7), 5)) == Method::kSearch);
  REQUIRE(chosen(test::weighing(test::grid(140, 140, 9, 1), 5)) == Method::kSweep);
  REQUIRE(chosen({0, {}}) == Method::kDense);
}

TEST_CASE("the choice depends on the number of devices and on their room") {
  const Sample random = random_sample(45'000, 540'000, 0, 9, 7);
  const Sample grid = test::grid(215, 210, 9, 1);
  constexpr std::size_t kLarge = std::size_t{64} << 30, kSmall = std::size_t{1} << 28;
  const auto chosen = [](const Sample& sample, std::size_t devices, std::size_t core_bytes) {
    return choose(sample.graph(), machine_for(sample.graph(), [=] {
                    return DeviceRoom{devices, static_cast<double>(core_bytes)};
                  }));
  };
  const Plan one = chosen(random, 1, kLarge);
  REQUIRE(one.method == Method::kSweep);
  REQUIRE(one.tree->core_size() > random.vertices / 2);
  REQUIRE(chosen(random, 8, kLarge).method == Method::kDense);  // each would close the core
  REQUIRE(chosen(random, 1, kSmall).method == Method::kDense);
  REQUIRE(chosen(grid, 1, kLarge).tree->core_size() >= 2000);
  REQUIRE(chosen(grid, 8, kSmall).method == Method::kSweep);
}

TEST_CASE("sweeps over parts without a bound look for one in each") {
  constexpr Distance kHeavy = 1'000'000;  // V - 1 of them are longer than the format holds
  Sample sample = test::grid(100, 100, kHeavy, 1);
  const std::size_t part = sample.vertices;
  const std::vector<Edge> first = sample.edges;
  for (const Edge& edge : first) {
    sample.edges.push_back({edge.source + static_cast<std::int32_t>(part),
                            edge.destination + static_cast<std::int32_t>(part), edge.weight});
  }
  sample.vertices = 2 * part;
  const sparse::EliminationTree tree = tree_of(sample);
  Pace pace = sweep_pace(tree.counts(), sample.vertices, machine_for(sample.graph()));
  REQUIRE(pace.repeats);
  pace.seconds_besides = 10;  // worth a search whatever the number of threads
  REQUIRE(choose_width(sample.graph(), kWidths, pace).bounds.most < kUnreachable);
}

}  // namespace
}  // namespace apsp::gpu
