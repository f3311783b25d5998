// SPDX-License-Identifier: MIT
#include "common/solve/chooser.hpp"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_matrix.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using test::Sample;

/// Two threads with AVX-512.
Machine machine_for(const Sample& sample, const Room& room = {}) {
  const double vertices = static_cast<double>(sample.vertices);
  return {.dense = {vertices * vertices * vertices, 440e9},
          .sweep = {.lanes = 100e9,
                    .core_reach = 1,
                    .closure = 440e9,
                    .tree = 1e9,
                    .pairs_core = 2e9,
                    .way_back = 4e9},
          .order = {.edge = 200e-9, .floor = 1e-3, .share = 0.1},
          .search = SearchRates{.at_once = 2},
          .room = room};
}

Plan plan_of(const Sample& sample, const Room& room = {},
             std::optional<Method> forced = std::nullopt) {
  return choose(sample.graph(), machine_for(sample, room), forced);
}

Plan plan_of(const Sample& sample, RowSet rows, const Room& room = {}) {
  return choose({sample.graph(), std::move(rows)}, machine_for(sample, room));
}

TEST_CASE("each method wins where its work is least", "[method]") {
  REQUIRE(plan_of(test::grid(70, 70, 1000, 1)).method == Method::kSweep);
  REQUIRE(plan_of(test::random_sample(2000, 100'000, 0, 99, 2)).method == Method::kDense);
  REQUIRE(plan_of(test::dependencies(5000, 10, 3)).method == Method::kSearch);
  REQUIRE(plan_of(test::random_sample(2000, 20'000, 0, 99, 4), RowSet(2000, {7})).method ==
          Method::kSearch);
}

TEST_CASE("a choice counts what threads cost", "[method]") {
  const Sample grid = test::grid(30, 30, 1000, 1);
  const auto method_where = [&](double each_dense, double each_rows, double leaving = 0) {
    Machine machine = machine_for(grid);
    machine.dense.bytes_per_second = 44'000e9;  // wins by a little
    machine.leaving = leaving;
    machine.threads = {.count = 16, .useful = 16, .each_dense = each_dense, .each_rows = each_rows};
    return choose(grid.graph(), machine);
  };
  const Plan cheap = method_where(0, 0);
  REQUIRE(cheap.method == Method::kDense);
  const Plan dear = method_where(1, 0);
  REQUIRE(dear.method == Method::kSweep);
  REQUIRE(method_where(1, 1).method == Method::kDense);
  REQUIRE(method_where(0, 0, 1).method == Method::kSweep);
  // Predictions are of the work alone.
  REQUIRE(dear.predicted(Method::kSweep) == cheap.predicted(Method::kSweep));
  REQUIRE(dear.predicted(Method::kDense) == cheap.predicted(Method::kDense));
}

TEST_CASE("a choice holds what its method needs, and nothing of the others", "[method]") {
  const Plan sweep = plan_of(test::grid(70, 70, 1000, 1));
  REQUIRE(sweep.tree != nullptr);
  REQUIRE(sweep.search == nullptr);
  REQUIRE(sweep.predicted(Method::kSweep) < sweep.predicted(Method::kSearch));
  REQUIRE(sweep.predicted(Method::kSweep) < sweep.predicted(Method::kDense));
  const Plan search = plan_of(test::dependencies(5000, 10, 3));
  REQUIRE(search.search != nullptr);
  REQUIRE(search.tree == nullptr);
}

TEST_CASE("searches of equal weights go by bits where they share levels", "[method]") {
  const auto chosen_for = [](Sample sample, Distance weight, std::size_t rows = 0, bool room = true,
                             bool numbers_alone = true) {
    if (weight > 0) {
      for (Edge& edge : sample.edges) edge.weight = weight;
    }
    Machine machine = machine_for(sample, {.at_once = room});
    machine.search->bits = BitRates{};
    std::vector<std::int32_t> sources(rows);
    std::iota(sources.begin(), sources.end(), 0);
    const RowSet wanted =
        rows == 0 ? RowSet(sample.vertices) : RowSet(sample.vertices, std::move(sources));
    Problem problem(sample.graph(), wanted);
    problem.numbers_alone = numbers_alone;
    return choose(problem, machine);
  };
  const Sample random = test::random_sample(5000, 20'000, 0, 99, 9);
  const Plan all = chosen_for(random, 1);
  REQUIRE(all.method == Method::kSearch);
  REQUIRE(all.sources_at_once >= 512);
  REQUIRE(chosen_for(random, 1, 5000, true, false).sources_at_once == 256);
  REQUIRE(chosen_for(random, 0).sources_at_once == 1);
  REQUIRE(chosen_for(random, 1, 5000, false).sources_at_once == 1);
  REQUIRE(chosen_for(random, 1, 5).sources_at_once == 1);
  REQUIRE(chosen_for(random, 1, 60).sources_at_once == 64);
  // On a path sources share no level.
  REQUIRE(chosen_for(test::chain(std::vector<Distance>(5000, 1)), 1).sources_at_once == 1);
}

TEST_CASE("an order is looked for beside bits through many levels", "[method]") {
  const auto chosen_for = [](Sample sample, std::size_t threads) {
    for (Edge& edge : sample.edges) edge.weight = 1;
    Machine machine = machine_for(sample);
    machine.search = SearchRates{.at_once = static_cast<double>(threads), .bits = BitRates{}};
    machine.threads = {.count = machine.search->at_once, .useful = machine.search->at_once};
    Problem problem(sample.graph());
    problem.numbers_alone = true;
    return choose(problem, machine);
  };
  // Searches take less than the order by these rates, and more than it takes indeed.
  const Plan deep = chosen_for(test::grid(20, 400, 0, 10), 16);
  CAPTURE(deep.predicted(Method::kSearch).value(), deep.sources_at_once, deep.sample.levels);
  REQUIRE(deep.predicted(Method::kSearch) < 1e-6 * (8000 + 31'160));
  REQUIRE(deep.predicted(Method::kSweep).has_value());
  const Plan shallow = chosen_for(test::random_sample(8000, 31'160, 0, 99, 11), 64);
  REQUIRE(shallow.predicted(Method::kSearch) < 1e-6 * (8000 + 31'160));
  REQUIRE(!shallow.predicted(Method::kSweep));
}

TEST_CASE("few rows are searched without a sample, as if all were reached", "[method]") {
  // Two halves: a sample would say that searches reach one.
  Sample halves = test::random_sample(5000, 20'000, 1, 1000, 15);
  for (Edge edge : test::random_sample(5000, 20'000, 1, 1000, 16).edges) {
    halves.edges.push_back({edge.source + 5000, edge.destination + 5000, edge.weight});
  }
  halves.vertices = 10'000;
  const auto sample_for = [&](std::vector<std::int32_t> sources) {
    const Plan plan = plan_of(halves, RowSet(halves.vertices, std::move(sources)));
    REQUIRE(plan.method == Method::kSearch);
    REQUIRE(plan.sources_at_once == 1);
    return plan.sample;
  };
  REQUIRE(sample_for({7}).by_one == 10'000);
  REQUIRE(sample_for({7, 8, 9000}).by_one == 10'000);
  REQUIRE(sample_for(std::vector<std::int32_t>(17, 7)).by_one <= 5000);
}

TEST_CASE("a look begins where an order is looked for, not for searches by bits", "[method]") {
  const auto begun_for = [](Sample sample) {
    for (Edge& edge : sample.edges) edge.weight = 1;
    Machine machine = machine_for(sample);
    machine.search->bits = BitRates{};
    int begun = 0;
    Problem problem(sample.graph());
    problem.begin_look = [&] { ++begun; };
    const Plan plan = choose(problem, machine);
    return std::pair(plan.method, begun);
  };
  REQUIRE(begun_for(test::grid(70, 70, 1, 17)) == std::pair(Method::kSweep, 1));
  REQUIRE(begun_for(test::random_sample(5000, 40'000, 1, 1, 18)) == std::pair(Method::kSearch, 0));
}

TEST_CASE("an order is looked for beside searches of some rows that go far", "[method]") {
  std::vector<std::int32_t> some(96);
  std::iota(some.begin(), some.end(), 0);
  const auto chosen_for = [&](const Sample& sample) {
    return plan_of(sample, RowSet(sample.vertices, some));
  };
  const Plan deep = chosen_for(test::grid(200, 200, 1000, 12));
  CAPTURE(deep.predicted(Method::kSearch).value());
  REQUIRE(deep.predicted(Method::kSearch) < 1e-6 * (40'000 + 159'200));
  REQUIRE(deep.method == Method::kSweep);
  // Of random graphs orders are bad, and take long to find.
  const Plan shallow = chosen_for(test::random_sample(40'000, 159'200, 1, 1000, 13));
  REQUIRE(!shallow.predicted(Method::kSweep));
  // Most of the vertices are near, however long the way to the last one is.
  Sample tailed = test::random_sample(40'000, 159'200, 1, 1000, 14);
  for (std::int32_t v = 0; v < 200; ++v) {
    const auto end = static_cast<std::int32_t>(tailed.vertices);
    tailed.edges.push_back({v == 0 ? 0 : end - 1, end, 1});
    ++tailed.vertices;
  }
  REQUIRE(!chosen_for(tailed).predicted(Method::kSweep));
}

TEST_CASE("searches of weights that differ correct labels where few edges lead anywhere",
          "[method]") {
  const auto chosen_for = [](const Sample& sample, std::size_t rows = 0, const Room& room = {},
                             Distance limit = kUnreachable) {
    Machine machine = machine_for(sample, room);
    machine.search->labels = LabelRates{};
    std::vector<std::int32_t> sources(rows);
    std::iota(sources.begin(), sources.end(), 0);
    const RowSet wanted =
        rows == 0 ? RowSet(sample.vertices) : RowSet(sample.vertices, std::move(sources));
    Problem problem(sample.graph(), wanted);
    problem.limit = limit;
    return choose(problem, machine);
  };
  const Sample random = test::random_sample(5000, 40'000, 1, 1000, 9);
  const Plan plan = chosen_for(random);
  REQUIRE(plan.method == Method::kSearch);
  REQUIRE(plan.labels != nullptr);
  REQUIRE(plan.search != nullptr);
  REQUIRE(plan.tree == nullptr);
  REQUIRE(plan.sources_at_once == 128);
  const Plan none = chosen_for(random, 0, {.at_once = false});
  REQUIRE(none.labels == nullptr);
  REQUIRE(none.sources_at_once == 1);
  REQUIRE(plan.predicted(Method::kSearch) < 0.5 * none.predicted(Method::kSearch).value());
  // Few rows; within a limit that little reaches; weights that are equal.
  REQUIRE(chosen_for(random, 5).labels == nullptr);
  REQUIRE(chosen_for(random, 0, {}, 100).labels == nullptr);
  REQUIRE(chosen_for(test::weighing(random, 7)).labels == nullptr);
  // A grid is deep, also where a star lies beside it.
  Sample grid = test::grid(70, 70, 1000, 1);
  REQUIRE(chosen_for(grid).labels == nullptr);
  for (std::int32_t v = 1; v < 9; ++v) grid.edges.push_back({4900, 4900 + v, v});
  grid.vertices += 9;
  const Plan sweep = chosen_for(grid);
  REQUIRE(sweep.method == Method::kSweep);
  REQUIRE(sweep.labels == nullptr);
  REQUIRE(sweep.sources_at_once == 1);
  REQUIRE(chosen_for(grid, 0, {.order = false}).labels == nullptr);
}

TEST_CASE("a prediction is for the width that a sample expects", "[method]") {
  const auto bytes_for = [](Distance heaviest) {
    return plan_of(test::grid(70, 70, heaviest, 1)).element_bytes;
  };
  REQUIRE(bytes_for(0) == 1);
  REQUIRE(bytes_for(20) == 2);
  REQUIRE(bytes_for(10'000) == 4);
  Machine fixed = machine_for(test::grid(70, 70, 10'000, 1));
  fixed.element_fixed = true;
  REQUIRE(choose(test::grid(70, 70, 10'000, 1).graph(), fixed).element_bytes == 2);
}

TEST_CASE("a core is chosen for the width that a look beside the order has seen", "[method]") {
  const Sample sample = test::grid(120, 120, 1000, 1);
  Machine machine = machine_for(sample);
  machine.element_fixed = true;
  machine.order.least_core = 1;
  machine.order.core_gain = 0;
  machine.sweep.laid_out = 2e6;  // takes as long in any width
  const auto planned = [&](Distance seen) {
    Problem problem(sample.graph());
    problem.seen = [seen] { return seen; };
    return choose(problem, machine, Method::kSweep);
  };
  const Plan narrow = planned(20'000);
  const Plan wide = planned(40'000);
  REQUIRE(narrow.element_bytes == 2);
  REQUIRE(wide.element_bytes == 4);
  REQUIRE(*wide.predicted(Method::kDense) == 2 * *narrow.predicted(Method::kDense));
  REQUIRE(wide.tree->core_size() < narrow.tree->core_size());
  // Beside a dense method that takes a third longer in either width, sweeps win in both.
  machine.dense.bytes_per_second *=
      *wide.predicted(Method::kDense) / *wide.predicted(Method::kSweep) / 4 * 3;
  machine.search.reset();
  machine.order.floor = 1e3;
  machine.order.least = 0;
  Problem problem(sample.graph());
  problem.seen = [] { return 40'000; };
  const Plan free = choose(problem, machine);
  REQUIRE(free.method == Method::kSweep);
  REQUIRE(*free.predicted(Method::kSweep) > *free.predicted(Method::kDense) / 2);
}

TEST_CASE("a small core is chosen where its rows stay in the nearest cache", "[method]") {
  const Sample sample = test::grid(70, 70, 1000, 1);
  const auto core_where = [&](double reach, double near, double far) {
    Machine machine = machine_for(sample);
    machine.sweep.core_reach = reach;
    machine.sweep.core_near = near;
    machine.sweep.core_far = far;
    return choose(sample.graph(), machine, Method::kSweep).tree->core_size();
  };
  REQUIRE(core_where(0.5, 128, 6) > 0);
  REQUIRE(core_where(0.5, 8, 12) == 0);
  REQUIRE(core_where(5, 0, 0) == 0);
}

TEST_CASE("searches of paths are known to be quicker", "[method]") {
  const Sample path = test::chain(std::vector<Distance>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  const Sample grid = test::grid(3, 3, 1000, 1);
  const auto of_vertex = [](const Sample& sample) {
    const Plan plan = plan_of(sample, {}, Method::kSearch);
    return *plan.predicted(Method::kSearch) / plan.sample.vertices;
  };
  REQUIRE(of_vertex(path) < 0.5 * of_vertex(grid));
}

TEST_CASE("a pace that changes changes what is foretold", "[method]") {
  Plan plan = plan_of(test::grid(70, 70, 1000, 1));
  REQUIRE(plan.method == Method::kSweep);
  const double dense = *plan.predicted(Method::kDense);
  plan.pace = {8, 4, 1};
  plan.element_bytes = 2;
  plan.foretell();
  REQUIRE(plan.predicted(Method::kSweep) == 5);
  REQUIRE(plan.predicted(Method::kDense) == dense);
}

TEST_CASE("a dense graph is not looked at: nothing else is predicted", "[method]") {
  const Plan choice = plan_of(test::random_sample(300, 40'000, 0, 99, 5));
  REQUIRE(choice.method == Method::kDense);
  REQUIRE(choice.predictions.size() == 1);
}

TEST_CASE("a method without room is not chosen", "[method]") {
  const Sample grid = test::grid(70, 70, 1000, 1);
  const Sample dense = test::random_sample(1000, 100'000, 0, 99, 6);
  REQUIRE(plan_of(grid, {.order = false}).method != Method::kSweep);
  REQUIRE(plan_of(grid, {.matrix = false, .order = false}).method == Method::kSearch);
  REQUIRE(plan_of(grid, {.matrix = false, .search = false}).method == Method::kSweep);
  REQUIRE(plan_of(grid, {.most_fill = 1000}).method != Method::kSweep);
  REQUIRE(plan_of(dense).method == Method::kDense);
  const Plan without_matrix = plan_of(dense, {.matrix = false});
  REQUIRE(without_matrix.method != Method::kDense);
  REQUIRE(std::isinf(without_matrix.predicted(Method::kDense).value()));
  // Nothing has room: the dense method says what it lacks.
  const Room none = {.matrix = false, .order = false, .search = false};
  REQUIRE(plan_of(grid, none).method == Method::kDense);
}

TEST_CASE("many rows are swept where no matrix fits", "[method]") {
  const Sample grid = test::grid(70, 70, 1000, 1);
  std::vector<std::int32_t> sources(1500);
  std::iota(sources.begin(), sources.end(), 0);
  REQUIRE(plan_of(grid, RowSet(grid.vertices, sources), {.matrix = false}).method ==
          Method::kSweep);
}

TEST_CASE("a forced method is taken", "[method]") {
  for (const Method method : kMethods) {
    REQUIRE(plan_of(test::grid(20, 20, 9, 1), {}, method).method == method);
    REQUIRE(plan_of(test::random_sample(300, 40'000, 0, 99, 5), {}, method).method == method);
  }
}

TEST_CASE("methods have names", "[method]") {
  for (const Method method : kMethods) REQUIRE(method_named(name(method)) == method);
  REQUIRE(!method_named("auto"));
}

TEST_CASE("a matrix of many edges is chosen for as it is, of few by its list", "[method]") {
  const auto chosen_for = [](const DenseWeights& weights, std::optional<Method> forced = {}) {
    const Machine machine = machine_for({weights.vertices(), {}});
    return choose(test::graph_of(weights), machine, forced).method;
  };
  const auto weights_of = [](std::size_t edges) {
    return test::weights_of<std::uint8_t>(test::random_sample(2000, edges, 0, 9, 8));
  };
  const DenseWeights many = weights_of(400'000);
  REQUIRE(chosen_for(many) == Method::kDense);
  REQUIRE(!many.has_list());
  const DenseWeights few = weights_of(4000);
  REQUIRE(chosen_for(few, Method::kDense) == Method::kDense);
  REQUIRE(!few.has_list());
  REQUIRE(chosen_for(few, Method::kSweep) == Method::kSweep);
  REQUIRE(few.has_list());
}

}  // namespace
}  // namespace apsp
