// SPDX-License-Identifier: MIT
// Batches in the memory of a GPU as the library's user sees them, without one: a module of the
// tests stands in for theirs, and takes memory of the host.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_graphs.hpp"
#include "library/test_modules.hpp"

namespace {

using apsp::BatchSettings;
using apsp::DeviceBatch;
using apsp::DeviceRows;
using apsp::Element;
using apsp::Fault;
using apsp::test::Listener;
using apsp::test::ModuleFolder;
using apsp::test::require_error;
using apsp::test::TestModule;
using apsp::test::Variable;

constexpr std::int32_t kNone = apsp::kUnreachable;

/// Two graphs of up to three vertices: the path 0 -> 1 -> 2, and an edge 1 -> 0.
struct TestBatch {
  std::vector<std::int32_t> weights = {kNone, 3, kNone, kNone, kNone, 4, kNone, kNone, kNone, 0,
                                       kNone, 1, 5,     0,     kNone, 1, 1,     -9};
  std::vector<std::int32_t> sizes = {3, 2};
  std::vector<std::int32_t> distances = std::vector<std::int32_t>(18);

  [[nodiscard]] DeviceBatch view() const {
    return {{weights.data(), Element::kInt32, 3, 3, 1}, 2, 9, sizes};
  }
  [[nodiscard]] DeviceRows rows() { return {distances.data(), Element::kInt32}; }
  void solve(const BatchSettings& settings = {}) {
    apsp::solve_batch_on_device(view(), settings, rows());
  }
  std::vector<std::int32_t> solved(const BatchSettings& settings) {
    solve(settings);
    return distances;
  }
};

void require_refused(const DeviceBatch& graphs, const DeviceRows& distances,
                     const std::string& message, const BatchSettings& settings = {}) {
  require_error(Fault::kUsage, {message},
                [&] { apsp::solve_batch_on_device(graphs, settings, distances); });
}

}  // namespace

TEST_CASE("a batch on a GPU reaches the module with its sizes, strides and settings") {
  const TestModule module;
  TestBatch batch;
  const std::vector<std::int32_t> none = {0, 3,     7,     kNone, 0, 4,     kNone, kNone, 0,
                                          0, kNone, kNone, 5,     0, kNone, kNone, kNone, kNone};
  REQUIRE(batch.solved({}) == none);
  std::vector<std::int32_t> expected = none;
  std::vector<std::int32_t> on_processors(18);
  for (const BatchSettings& settings :
       {BatchSettings{.threads = 3, .fill = -1}, BatchSettings{.limit = 4.5},
        BatchSettings{.fill = 510, .limit = 6, .undirected = true},
        BatchSettings{.zero_is_no_edge = true}}) {
    apsp::solve_batch(apsp::DenseBatch<std::int32_t>{3, batch.weights, batch.sizes}, settings,
                      std::span(on_processors));
    REQUIRE(batch.solved(settings) == on_processors);
  }
  DeviceBatch backwards = batch.view();  // the second graph twice, transposed
  backwards.weights.data = batch.weights.data() + 9;
  backwards.graph_stride = 0;
  std::swap(backwards.weights.row_stride, backwards.weights.column_stride);
  batch.sizes = {2, 0};
  backwards.sizes = batch.sizes;
  apsp::solve_batch_on_device(backwards, {}, batch.rows());
  expected.assign(18, kNone);
  expected[0] = expected[4] = 0;
  expected[1] = 5;
  REQUIRE(batch.distances == expected);
  apsp::solve_batch_on_device({}, {}, {});                                     // no graphs
  apsp::solve_batch_on_device({{nullptr, Element::kInt64, 0}, 4, 0}, {}, {});  // no vertices
}

TEST_CASE("a batch on a GPU may be solved in place") {
  const TestModule module;
  TestBatch batch;
  batch.solve();
  apsp::solve_batch_on_device(batch.view(), {}, {batch.weights.data(), Element::kInt32});
  REQUIRE(batch.weights == batch.distances);
}

TEST_CASE("a batch on a GPU without an answer names the graph, as one of processors") {
  const TestModule module;
  TestBatch batch;
  batch.sizes = {3, 3};
  try {
    batch.solve();
    FAIL("not refused");
  } catch (const apsp::NegativeCycle& cycle) {
    REQUIRE(
        std::string(cycle.what()) ==
        "graph 1: a negative cycle leads through vertex 2, its length is -9 or less, expected 0 "
        "or more");
    REQUIRE(cycle.vertices() == std::vector<std::int32_t>{2});
  }
  batch.weights[10] = -kNone;
  require_error(Fault::kInput,
                {"graph 1, row 0, column 1: weight is -1073741823, expected -1073741822 to "
                 "1073741822, or 1073741823 for no edge"},
                [&] { batch.solve(); });
  batch.weights[1] = kNone - 1;
  require_error(Fault::kNoAnswer,
                {"graph 0: the distance from vertex 0 to vertex 2 is 1073741826, expected "
                 "-1073741822 to 1073741822"},
                [&] { batch.solve(); });
  batch.sizes = {3, 0};
  batch.solve({.limit = 1e6});
  REQUIRE(batch.distances[2] == kNone);
  std::vector<double> real = {0.1, HUGE_VAL, HUGE_VAL, -0.1};
  std::vector<double> to(4);
  require_error(Fault::kNoAnswer, {"graph 0: a negative cycle leads through vertex 1", "-0.1 or"},
                [&] {
                  apsp::solve_batch_on_device({{real.data(), Element::kFloat64, 2, 2, 1}, 1, 4}, {},
                                              {to.data(), Element::kFloat64});
                });
}

TEST_CASE("observers end a batch on a GPU, and failures in the module arrive") {
  const TestModule module;
  TestBatch batch;
  Listener cancels(Listener::End::kCancel);
  require_error(Fault::kCancelled, {}, [&] { batch.solve({.observer = &cancels}); });
  Listener throws(Listener::End::kThrow, 1);
  REQUIRE_THROWS_AS(batch.solve({.observer = &throws}), std::out_of_range);
  {
    const Variable behaviour("APSP_TEST_MODULE", "have no memory");
    require_error(Fault::kMemory, {"no room on the device"}, [&] { batch.solve(); });
  }
  const Variable behaviour("APSP_TEST_MODULE", "have no driver");
  require_error(Fault::kNoDevice, {"cannot find a GPU: no driver"}, [&] { batch.solve(); });
}

TEST_CASE("settings that a batch on a GPU does not have are refused") {
  TestBatch batch;
  const auto refused = [&](const BatchSettings& settings, const std::string& message) {
    require_refused(batch.view(), batch.rows(), message, settings);
  };
  refused({.threads = -1}, "threads is -1, expected 0 to 4096");
  refused({.instruction_set = "portable"}, "takes no instruction set: solve_batch() does");
  refused({.packed = true}, "takes no packed distances");
  refused({.predecessors = batch.distances}, "takes no predecessors");
  refused({.fill = 0.5}, "fill is 0.5, expected an integer from");
  refused({.fill = 3e9}, "fill is 3000000000");
  refused({.limit = -1}, "limit is -1, expected 0 or more");
  const ModuleFolder folder;
  require_error(Fault::kNoDevice, {" is not in "}, [&] { batch.solve(); });
}

TEST_CASE("graphs and memory that a batch on a GPU does not take are refused") {
  TestBatch batch;
  const DeviceRows rows = batch.rows();
  batch.sizes = {3, 4};
  require_refused(batch.view(), rows, "graph 1: its size is 4, expected 0 to 3");
  batch.sizes = {3, -1};
  require_refused(batch.view(), rows, "graph 1: its size is -1, expected 0 to 3");
  batch.sizes = {3};
  require_refused(batch.view(), rows, "there are 1 size, expected 2");
  batch.sizes = {3, 2};
  DeviceBatch graphs = batch.view();
  graphs.graphs = std::size_t{1} << 31;
  require_refused(graphs, rows, "the batch has 2147483648 graphs of 3 vertices, expected at most");
  graphs.graphs = 2;
  graphs.graph_stride = std::numeric_limits<std::ptrdiff_t>::max() / 2;
  require_refused(graphs, rows, "the strides of the weights lead beyond 64 bits");
  for (const auto& [element, other] : {std::pair{Element::kFloat64, Element::kFloat32},
                                       {Element::kFloat32, Element::kFloat64},
                                       {Element::kFloat64, Element::kInt32},
                                       {Element::kFloat32, Element::kUint16}}) {
    graphs = batch.view();
    graphs.weights.element = element;
    require_refused(graphs, {rows.data, other}, "expected distances of float");
  }
  for (const Element element : {Element::kInt64, Element::kUint8}) {
    require_refused(batch.view(), {rows.data, element},
                    "expected float64, float32, int32 or uint16");
  }
  require_refused(batch.view(), {nullptr, Element::kInt32}, "the distances have no memory");
  require_refused(batch.view(), {reinterpret_cast<char*>(rows.data) + 2, Element::kInt32},
                  "the memory of the distances is at");
  graphs = batch.view();
  graphs.weights.data = nullptr;
  require_refused(graphs, rows, "the weights have no memory");
}

TEST_CASE("distances that overlap the weights of a batch on a GPU are refused") {
  const TestModule module;
  std::vector<std::int32_t> memory(64, kNone);
  constexpr const char* kMessage = "the distances overlap the weights";
  const auto at = [&](std::ptrdiff_t place, std::ptrdiff_t graph, std::ptrdiff_t row,
                      std::ptrdiff_t column) {
    return DeviceBatch{{memory.data() + place, Element::kInt32, 2, row, column}, 2, graph};
  };
  const DeviceRows rows = {memory.data() + 20, Element::kInt32};  // to 28
  apsp::solve_batch_on_device(at(12, 4, 2, 1), {}, rows);
  apsp::solve_batch_on_device(at(28, 4, 2, 1), {}, rows);
  apsp::solve_batch_on_device(at(20, 4, 2, 1), {}, rows);
  apsp::solve_batch_on_device(at(19, -4, -2, -1), {}, rows);
  apsp::solve_batch_on_device(at(35, -4, -2, -1), {}, rows);
  for (const DeviceBatch& graphs : {at(13, 4, 2, 1), at(27, 4, 2, 1), at(20, 4, 1, 2),
                                    at(20, 0, 2, 1), at(27, -4, -2, -1), at(10, 10, 2, 1)}) {
    require_refused(graphs, rows, kMessage);
  }
  require_refused(at(20, 4, 2, 1), {rows.data, Element::kFloat64}, kMessage);
}
