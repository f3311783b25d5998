// SPDX-License-Identifier: MIT
// Graphs and settings that are refused: what was found and what was expected.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"
#include "library/test_graphs.hpp"

namespace {

using apsp::Distance;
using apsp::Distances;
using apsp::EdgeList;
using apsp::Fault;
using apsp::kUnreachable;
using apsp::Settings;
using apsp::solve;
using apsp::Width;
using apsp::test::FailingSink;
using apsp::test::path_graph;
using apsp::test::require_error;

}  // namespace

TEST_CASE("a bad edge is named with its number, what was found and what was expected") {
  EdgeList graph = path_graph(5);
  const auto refused = [&](const std::string& message) {
    try {
      (void)solve(graph);
    } catch (const apsp::InvalidEdge& error) {
      REQUIRE(error.fault() == Fault::kInput);
      REQUIRE(error.edge() == 2);
      REQUIRE(error.what() == message);
      return;
    }
    FAIL("not refused");
  };
  graph.edges[2] = {2, 5, 1};
  graph.edges[3] = {-1, -1, 1};
  refused("edge 2: destination is 5, expected 0 to 4");
  graph.edges[2] = {-7, 9, 1};
  refused("edge 2: source is -7, expected 0 to 4");
  graph.edges[2] = {0, 1, kUnreachable};
  refused("edge 2: weight is 1073741823, expected -1073741822 to 1073741822");
}

TEST_CASE("a negative cycle is an exception with its vertices") {
  EdgeList graph = path_graph(6);
  graph.edges.push_back({4, 2, -3});
  try {
    (void)solve(graph);
    FAIL("not refused");
  } catch (const apsp::NegativeCycle& cycle) {
    REQUIRE(cycle.fault() == Fault::kNoAnswer);
    REQUIRE(cycle.vertices() == std::vector<std::int32_t>{2, 3, 4});
  }
  graph.edges.back().weight = -2;
  const Distances distances = solve(graph);
  REQUIRE(distances(4, 2) == -2);
  REQUIRE(distances(2, 4) == 2);
}

TEST_CASE("settings out of range are refused, with what was found and expected") {
  const EdgeList graph = path_graph(4);
  const auto refused = [&](const Settings& settings, const std::string& message) {
    require_error(Fault::kUsage, {message}, [&] { (void)solve(graph, settings); });
  };
  refused({.threads = -1}, "threads is -1, expected 0 to 4096");
  refused({.threads = 4097}, "threads is 4097, expected 0 to 4096");
  refused({.instruction_set = "mmx"}, "instruction set 'mmx' cannot run here: expected one of ");
  refused({.sources = std::vector{0, 4}}, "source 1 is 4, expected 0 to 3");
  refused({.sources = std::vector{-1}}, "source 0 is -1, expected 0 to 3");
  refused({.targets = std::vector{3, 0, 9}}, "target 2 is 9, expected 0 to 3");
  refused({.limit = -0.5}, "limit is -0.5, expected 0 or more");
  refused({.limit = std::numeric_limits<double>::quiet_NaN()}, "limit is nan, expected 0 or more");
  std::vector<Distance> memory(15);
  refused({.predecessors = memory},
          "the memory for the predecessors has 15 elements, expected 4 rows of 4");
  std::vector<std::int32_t> right(16);
  FailingSink sink;
  refused({.predecessors = right, .predecessor_sink = &sink},
          "predecessors and predecessor_sink are both set, expected one");
  require_error(Fault::kUsage, {"has 15 elements, expected 4 rows of 4"},
                [&] { apsp::solve_into(graph, {}, memory); });
  require_error(Fault::kInput, {"the number of vertices is 2147483648, expected 0 to 2147483647"},
                [&] {
                  (void)solve(EdgeList{std::size_t{1} << 31, {}});
                });
  require_error(Fault::kMemory, {"2000000000 rows of 2000000000 distances"}, [&] {
    (void)solve(EdgeList{2'000'000'000, {}});
  });
  require_error(Fault::kNoAnswer, {"arithmetic u8 is too narrow"},
                [&] { (void)solve(path_graph(200), {.width = Width::kU8}); });
}

TEST_CASE("a checkpoint is refused where more than a summary is asked for") {
  const EdgeList graph = path_graph(5);
  const apsp::test::TestFolder folder;
  Settings settings;
  settings.checkpoint = folder / "kept";
  require_error(Fault::kUsage, {"checkpoint keeps a summary alone"},
                [&] { (void)solve(graph, settings); });
  std::vector<std::int32_t> before(25);
  settings.predecessors = before;
  require_error(Fault::kUsage, {"checkpoint keeps a summary alone"},
                [&] { (void)summary(graph, settings); });
  settings.predecessors = {};
  settings.checkpoint_seconds = -1;
  require_error(Fault::kUsage, {"checkpoint_seconds is -1, expected 0 or more"},
                [&] { (void)summary(graph, settings); });
  settings.checkpoint_seconds = 60;
  REQUIRE(plan(graph, settings).result_bytes == 100);
  settings.checkpoint = folder.write("else", "no checkpoint");
  require_error(Fault::kInput, {"else: the file ends at byte 13, expected"},
                [&] { (void)summary(graph, settings); });
}
