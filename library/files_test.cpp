// SPDX-License-Identifier: MIT
// Graphs and distances in files, by the library's headers alone.
#include "apsp/files.hpp"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"
#include "library/test_graphs.hpp"

namespace {

using apsp::Distances;
using apsp::EdgeList;
using apsp::Fault;
using apsp::solve;
using apsp::test::copied;
using apsp::test::random_graph;
using apsp::test::require_error;

TEST_CASE("some rows go through a file, and come back in their shape") {
  const apsp::test::TestFolder folder;
  // 4 rows of 9 are as many numbers as 6 of 6.
  const Distances rows = solve(random_graph(9, 40, 30, 8), {.sources = {{7, 1, 1, 4}}});
  apsp::write_distances(rows, folder / "rows");
  const Distances read = apsp::read_distances(folder / "rows", 4, 9);
  REQUIRE(read.rows() == 4);
  REQUIRE(read.columns() == 9);
  REQUIRE(copied(read.all()) == copied(rows.all()));
  REQUIRE(apsp::read_distances(folder / "rows").rows() == 6);
  require_error(Fault::kInput, {"144 bytes", "expected 180"},
                [&] { (void)apsp::read_distances(folder / "rows", 5, 9); });
}

TEST_CASE("graphs and distances go through files, many at once, whole or not at all") {
  const apsp::test::TestFolder folder;
  const EdgeList graph = random_graph(90, 500, 30, 8);
  apsp::write_graph(graph, folder / "graph");
  std::atomic<int> right = 0;
  constexpr int kCallers = 40;
  std::vector<std::thread> callers;
  callers.reserve(kCallers);
  for (int caller = 0; caller < kCallers; ++caller) {
    callers.emplace_back([&, caller] {
      const EdgeList read = apsp::read_graph(folder / "graph");
      const std::string path = folder / std::to_string(caller);
      const Distances distances = solve(read, {.threads = 1});
      apsp::write_distances(distances, path);
      if (read.edges == graph.edges && read.vertices == graph.vertices &&
          copied(apsp::read_distances(path).all()) == copied(distances.all())) {
        ++right;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  REQUIRE(right == kCallers);

  const std::string streamed = folder / "streamed";
  {
    apsp::DistanceFileSink never(streamed, 90, 90);
    solve(graph, {}, never);
  }
  REQUIRE_FALSE(std::filesystem::exists(streamed));
  apsp::DistanceFileSink sink(streamed, 90, 90);
  solve(graph, {}, sink);
  sink.commit();
  REQUIRE(folder.read("streamed") == folder.read("0"));

  require_error(Fault::kInput, {folder / "none"}, [&] { (void)apsp::read_graph(folder / "none"); });
  require_error(Fault::kOutput, {folder / "none"},
                [&] { apsp::write_graph(graph, folder / "none/graph"); });
  EdgeList bad = graph;
  bad.edges[7].destination = 90;
  require_error(Fault::kInput, {"edge 7: destination is 90, expected 0 to 89"},
                [&] { apsp::write_graph(bad, folder / "bad"); });
  REQUIRE_FALSE(std::filesystem::exists(folder / "bad"));
}

}  // namespace
