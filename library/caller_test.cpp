// SPDX-License-Identifier: MIT
// Solves in their caller's process: several threads call at once, and a call leaves all as it was.
#include <fcntl.h>
#include <omp.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"
#include "library/test_graphs.hpp"
#include "library/test_oracle.hpp"

namespace {

using apsp::Distance;
using apsp::Distances;
using apsp::EdgeList;
using apsp::Error;
using apsp::kUnreachable;
using apsp::Method;
using apsp::solve;
using apsp::test::copied;
using apsp::test::expected;
using apsp::test::kMethods;
using apsp::test::Listener;
using apsp::test::path_graph;
using apsp::test::random_graph;

}  // namespace

TEST_CASE("callers in several threads have their own settings and disturb no other") {
  const EdgeList graph = random_graph(260, 6000, 90, 5);
  const std::vector<Distance> truth = expected(graph);
  const int before = omp_get_max_threads();
  std::array<bool, 4> right = {};
  {
    std::vector<std::thread> callers;
    for (std::size_t caller = 0; caller < right.size(); ++caller) {
      callers.emplace_back([&, caller] {
        const int own = omp_get_max_threads();
        right[caller] = true;
        for (int round = 0; round < 5; ++round) {
          Listener listener;
          const Distances distances = solve(graph, {.threads = static_cast<int>(caller) + 1,
                                                    .method = kMethods[caller % kMethods.size()],
                                                    .observer = &listener});
          right[caller] = right[caller] && copied(distances.all()) == truth &&
                          std::get<std::int64_t>(listener.facts.at("threads")) ==
                              static_cast<std::int64_t>(caller) + 1 &&
                          omp_get_max_threads() == own;
        }
      });
    }
    for (std::thread& caller : callers) caller.join();
  }
  REQUIRE(right == std::array<bool, 4>{true, true, true, true});
  REQUIRE(omp_get_max_threads() == before);
}

TEST_CASE("the number of threads of the caller outlives a call that throws") {
  const int before = omp_get_max_threads();
  EdgeList graph = path_graph(3);
  graph.edges[0].weight = kUnreachable;
  REQUIRE_THROWS_AS(solve(graph, {.threads = before + 1}), apsp::InvalidEdge);
  REQUIRE(omp_get_max_threads() == before);
}

TEST_CASE("a solve inside a parallel region of the caller is right") {
  const EdgeList graph = random_graph(130, 900, 40, 6);
  const std::vector<Distance> truth = expected(graph);
  std::atomic<int> right = 0;
#pragma omp parallel num_threads(2)
  {
    for (const Method method : kMethods) {
      if (copied(solve(graph, {.method = method}).all()) == truth) ++right;
    }
  }
  REQUIRE(right % 3 == 0);
  REQUIRE(right > 0);
}

TEST_CASE("nothing is printed, and no handler, variable or descriptor stays") {
  const apsp::test::TestFolder folder;
  std::fflush(stdout);
  const std::array<int, 2> kept = {::dup(1), ::dup(2)};
  const int file = ::open((folder / "said").c_str(), O_RDWR | O_CREAT, 0600);
  ::dup2(file, 1);
  ::dup2(file, 2);
  struct sigaction before = {}, after = {};
  ::sigaction(SIGINT, nullptr, &before);
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);

  EdgeList graph = random_graph(150, 700, 100, 7);
  for (const Method method : kMethods) (void)solve(graph, {.threads = 64, .method = method});
  (void)apsp::summary(graph);
  apsp::write_graph(graph, folder / "graph");
  (void)apsp::read_graph(folder / "graph");
  graph.edges[0].source = -1;
  std::optional<Error> error = apsp::test::error_of([&] { (void)solve(graph); });

  std::vector<std::string> variables_after;
  for (char** entry = environ; *entry != nullptr; ++entry) variables_after.emplace_back(*entry);
  ::sigaction(SIGINT, nullptr, &after);
  std::fflush(stdout);
  ::dup2(kept[0], 1);
  ::dup2(kept[1], 2);
  for (const int descriptor : {file, kept[0], kept[1]}) ::close(descriptor);
  REQUIRE(error.has_value());
  REQUIRE(folder.read("said").empty());
  REQUIRE(variables_after == variables);
  REQUIRE(after.sa_handler == before.sa_handler);
  REQUIRE(::open("/dev/null", O_RDONLY) == file - 2);
  ::close(file - 2);
}
