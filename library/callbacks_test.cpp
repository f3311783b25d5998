// SPDX-License-Identifier: MIT
// Sinks and observers, which a solve calls: what they receive, how they end a solve, and how a
// summary goes on from its checkpoint.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
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
using apsp::EdgeList;
using apsp::Error;
using apsp::Fault;
using apsp::Method;
using apsp::Settings;
using apsp::solve;
using apsp::Summary;
using apsp::Width;
using apsp::test::FailingSink;
using apsp::test::kMethods;
using apsp::test::Listener;
using apsp::test::path_graph;
using apsp::test::random_graph;
using apsp::test::require_error;

/// Counts how often each row came.
struct CountingSink final : apsp::RowSink {
  CountingSink(std::size_t rows, std::size_t width) : counts(rows), vertices(width) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    for (std::size_t r = 0; r < rows.size() / vertices; ++r) ++counts.at(first_row + r);
  }

  std::vector<std::atomic<int>> counts;
  std::size_t vertices;
};

}  // namespace

TEST_CASE("a sink takes each row once") {
  const EdgeList graph = random_graph(200, 1200, 50, 1);
  for (const Method method : kMethods) {
    CountingSink sink(200, 200);
    solve(graph, {.method = method}, sink);
    REQUIRE(std::all_of(sink.counts.begin(), sink.counts.end(),
                        [](const std::atomic<int>& count) { return count == 1; }));
  }
}

TEST_CASE("an exception of a sink ends the solve and leaves it") {
  const EdgeList graph = random_graph(200, 1200, 50, 1);
  for (const Method method : kMethods) {
    FailingSink sink;
    REQUIRE_THROWS_AS(solve(graph, {.method = method}, sink), std::out_of_range);
  }
}

TEST_CASE("an observer receives phases, steps and facts") {
  Listener listener;
  (void)solve(path_graph(300),
              {.width = Width::kU16, .method = Method::kDense, .observer = &listener});
  REQUIRE(listener.phases.back() == "write");
  REQUIRE(listener.last > 0);
  REQUIRE(std::get<std::string>(listener.facts.at("arithmetic")) == "u16");
  REQUIRE(std::get<std::string>(listener.facts.at("method")) == "dense");
}

TEST_CASE("an observer ends a solve by its wish or by an exception, after which solves go on") {
  const EdgeList graph = random_graph(700, 2800, 50, 3);
  for (const Method method : kMethods) {
    for (const int threads : {1, 3}) {
      for (const std::int64_t steps : {0, 1, 2}) {
        INFO("method " << name(method) << ", threads " << threads << ", steps " << steps);
        Settings settings{.threads = threads, .method = method};
        Listener cancels(Listener::End::kCancel, steps);
        settings.observer = &cancels;
        require_error(Fault::kCancelled, {"cancelled"}, [&] { (void)solve(graph, settings); });
        Listener throws(Listener::End::kThrow, steps);
        settings.observer = &throws;
        REQUIRE_THROWS_AS(solve(graph, settings), std::out_of_range);
        settings.observer = nullptr;
        REQUIRE(solve(graph, settings).rows() == 700);
      }
    }
  }
}

TEST_CASE("a summary that an observer ends goes on from its checkpoint") {
  const EdgeList graph = random_graph(700, 2800, 50, 4);
  const apsp::test::TestFolder folder;
  for (const Method method : kMethods) {
    for (const double limit : {40.0, std::numeric_limits<double>::infinity()}) {
      INFO("method " << name(method) << ", limit " << limit);
      Settings settings{.method = method};
      settings.limit = limit;
      const Summary expected = summary(graph, settings);
      settings.checkpoint = folder / "kept";
      settings.checkpoint_seconds = 0;
      std::optional<Summary> found;
      int ended = 0;
      for (std::int64_t steps = 1; !found; ++steps) {
        Listener cancels(Listener::End::kCancel, steps);
        settings.observer = &cancels;
        try {
          found = summary(graph, settings);
        } catch (const Error& error) {
          REQUIRE(error.fault() == Fault::kCancelled);
          ++ended;
        }
        if (steps > 1 && method != Method::kDense && !found) {
          REQUIRE(std::get<std::int64_t>(cancels.facts.at("checkpoint_rows")) > 0);
        }
      }
      REQUIRE(ended > 0);
      REQUIRE(*found == expected);
      REQUIRE(folder.names().empty());
    }
  }
}
