// SPDX-License-Identifier: MIT
// Some rows only, by every method: the same numbers as in the whole matrix, in the order asked for.
#include <algorithm>
#include <optional>
#include <random>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_row_order.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using test::Sample;

RowSet rows_in_any_order(std::size_t vertices, std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::int32_t> sources(count);
  for (std::int32_t& source : sources) source = static_cast<std::int32_t>(random() % vertices);
  return {vertices, sources};
}

TEST_CASE("some rows are those of the whole matrix, by every method", "[row_set][long]") {
  for (const Method method : kMethods) {
    for (const int threads : {1, 3}) {
      INFO(name(method) << ", " << threads << " threads");
      test::with_threads(threads, [&] { test::require_exact_rows_of_samples(solver_by(method)); });
    }
  }
}

TEST_CASE("every number of rows fills its batches and bands", "[row_set][long]") {
  const Sample sample = test::random_sample(600, 1800, 0, 40, 11);
  for (const Method method : kMethods) {
    for (const std::size_t count : {1, 2, 63, 64, 65, 127, 129, 257, 599, 601}) {
      INFO(name(method) << ", " << count << " rows");
      (void)test::require_exact_rows(sample, rows_in_any_order(600, count, 12), solver_by(method));
    }
  }
}

TEST_CASE("lengths of rows that are not wanted are no reason to refuse", "[row_set]") {
  for (const Method method : kMethods) {
    for (const Width width : kWidths) {
      INFO(name(method) << ", " << name(width));
      test::require_others_ignored(width, solver_by(method, width));
    }
  }
}

TEST_CASE("rows leave in the order asked for where the output is a pipe", "[row_set]") {
  const Sample sample = test::random_sample(300, 900, 0, 40, 21);
  const RowSet rows = rows_in_any_order(300, 500, 22);
  for (const Method method : kMethods) {
    INFO(name(method));
    test::require_rows_ascending(sample, rows, solver_by(method));
  }
}

TEST_CASE("negative weights leave some rows as they are in the matrix", "[row_set]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 2 + random() % 40;
    Sample sample = test::random_sample(vertices, random() % (vertices * 4), 0, 300, seed);
    std::vector<Distance> heights(vertices);
    for (Distance& height : heights) height = static_cast<Distance>(random() % 200);
    for (Edge& edge : sample.edges) {
      edge.weight += heights[static_cast<std::size_t>(edge.destination)] -
                     heights[static_cast<std::size_t>(edge.source)];
    }
    const RowSet rows = test::some_rows(vertices, random);
    for (const Method method : kMethods) {
      INFO("seed " << seed << ", " << name(method));
      (void)test::require_exact_rows(sample, rows, solver_by(method));
    }
  }
}

TEST_CASE("a length below the format in another row does not matter", "[row_set]") {
  constexpr Distance kLeast = 1 - kUnreachable;
  const Sample sample = test::chain({kLeast, -1, 5});
  REQUIRE(test::require_refused(sample, solver_by({})).fault() == Fault::kNoAnswer);
  (void)test::require_exact_rows(sample, {4, {1, 3, 2}}, solver_by({}));
  Observer observer;
  MatrixSink sink(4, 1);
  test::require_error(Fault::kNoAnswer, {"from 0 to 2 is -1073741823"}, [&] {
    solver_by({})({sample.graph(), {4, {0}}}, {sink}, observer);
  });
}

TEST_CASE("few rows of a dense graph are searched for, all are computed by tiles", "[row_set]") {
  const Sample sample = test::random_sample(600, 180'000, 1, 100, 31);
  const auto method = [&](const RowSet& rows) {
    return test::require_exact_rows(sample, rows, solver_by({})).text("method");
  };
  REQUIRE(method({600, {5}}) == "search");
  REQUIRE(method(RowSet(600)) == "dense");
}

}  // namespace
}  // namespace apsp::cpu
