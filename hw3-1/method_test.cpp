// SPDX-License-Identifier: MIT
#include "hw3-1/method.hpp"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::cpu {
namespace {

using test::Sample;

constexpr Rates kRates = {440e9, 100e9, 1e9, 2e9, 4e9, 2};  // avx512, two threads

double all_relaxations(const Sample& sample) {
  return std::pow(static_cast<double>(sample.vertices), 3);
}

MethodChoice chosen(const Sample& sample, const Room& room = {},
                    std::optional<Method> forced = std::nullopt) {
  return choose_method(sample.graph(), forced, all_relaxations(sample), kRates, room);
}

MethodChoice chosen(const Sample& sample, RowSet rows, const Room& room = {}) {
  return choose_method({sample.graph(), std::move(rows)}, std::nullopt, all_relaxations(sample),
                       kRates, room);
}

TEST_CASE("each method wins where its work is least", "[method]") {
  REQUIRE(chosen(test::grid(70, 70, 1000, 1)).method == Method::kSweep);
  REQUIRE(chosen(test::random_sample(2000, 100'000, 0, 99, 2)).method == Method::kDense);
  REQUIRE(chosen(test::dependencies(5000, 10, 3)).method == Method::kSearch);
  REQUIRE(chosen(test::random_sample(2000, 20'000, 0, 99, 4), RowSet(2000, {7})).method ==
          Method::kSearch);
}

TEST_CASE("a choice holds what its method needs, and nothing of the others", "[method]") {
  const MethodChoice sweep = chosen(test::grid(70, 70, 1000, 1));
  REQUIRE(sweep.tree.has_value());
  REQUIRE_FALSE(sweep.search.has_value());
  REQUIRE(*sweep.sweep_seconds < *sweep.search_seconds);
  REQUIRE(*sweep.sweep_seconds < sweep.dense_seconds);
  const MethodChoice search = chosen(test::dependencies(5000, 10, 3));
  REQUIRE(search.search.has_value());
  REQUIRE_FALSE(search.tree.has_value());
}

TEST_CASE("a dense graph is not looked at: nothing else is predicted", "[method]") {
  const MethodChoice choice = chosen(test::random_sample(300, 40'000, 0, 99, 5));
  REQUIRE(choice.method == Method::kDense);
  REQUIRE_FALSE(choice.search_seconds.has_value());
  REQUIRE_FALSE(choice.sweep_seconds.has_value());
}

TEST_CASE("a method without room is not chosen", "[method]") {
  const Sample grid = test::grid(70, 70, 1000, 1);
  const Sample dense = test::random_sample(1000, 100'000, 0, 99, 6);
  REQUIRE(chosen(grid, {.order = false}).method == Method::kDense);
  REQUIRE(chosen(grid, {.matrix = false, .order = false}).method == Method::kSearch);
  REQUIRE(chosen(grid, {.matrix = false, .search = false}).method == Method::kSweep);
  REQUIRE(chosen(grid, {.most_fill = 1000}).method == Method::kDense);
  REQUIRE(chosen(dense).method == Method::kDense);
  const MethodChoice without_matrix = chosen(dense, {.matrix = false});
  REQUIRE(without_matrix.method != Method::kDense);
  REQUIRE(std::isinf(without_matrix.dense_seconds));
  // Nothing has room: the dense method says what it lacks.
  const Room none = {.matrix = false, .order = false, .search = false};
  REQUIRE(chosen(grid, none).method == Method::kDense);
}

TEST_CASE("many rows are swept where no matrix fits", "[method]") {
  const Sample grid = test::grid(70, 70, 1000, 1);
  std::vector<std::int32_t> sources(1500);
  std::iota(sources.begin(), sources.end(), 0);
  REQUIRE(chosen(grid, RowSet(grid.vertices, sources), {.matrix = false}).method == Method::kSweep);
}

TEST_CASE("a forced method is taken", "[method]") {
  for (const Method method : kMethods) {
    REQUIRE(chosen(test::grid(20, 20, 9, 1), {}, method).method == method);
    REQUIRE(chosen(test::random_sample(300, 40'000, 0, 99, 5), {}, method).method == method);
  }
}

}  // namespace
}  // namespace apsp::cpu
