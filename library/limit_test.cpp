// SPDX-License-Identifier: MIT
// A limit of the lengths: what is farther is left out, and so are its errors.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_graphs.hpp"
#include "library/test_oracle.hpp"

namespace {

using apsp::Distance;
using apsp::Distances;
using apsp::Edge;
using apsp::EdgeList;
using apsp::Fault;
using apsp::kUnreachable;
using apsp::Method;
using apsp::Settings;
using apsp::solve;
using apsp::Summary;
using apsp::test::copied;
using apsp::test::expected;
using apsp::test::expected_predecessors;
using apsp::test::kMethods;
using apsp::test::picked;
using apsp::test::random_graph;
using apsp::test::require_error;

/// The matrix without the distances above `limit`.
std::vector<Distance> within(std::vector<Distance> matrix, double limit) {
  for (Distance& length : matrix) {
    if (length > limit) length = kUnreachable;
  }
  return matrix;
}

/// Edges below 0 among others, no cycle below 0, and no length below -2^29. The lengths of most
/// paths are `most` or more.
EdgeList lifted_graph(std::size_t vertices, std::size_t edges, Distance most, std::uint32_t seed) {
  EdgeList graph = random_graph(vertices, edges, most, seed);
  std::mt19937 random(seed + 1);
  std::vector<Distance> height(vertices);
  const auto highest = std::vector<std::uint32_t>{1, 50, 40'000, 1u << 29}[random() % 4];
  for (Distance& h : height) h = static_cast<Distance>(random() % highest);
  for (Edge& edge : graph.edges) {
    edge.weight += height[static_cast<std::size_t>(edge.destination)] -
                   height[static_cast<std::size_t>(edge.source)];
  }
  return graph;
}

}  // namespace

TEST_CASE("a limit leaves out what is farther, by every method and width") {
  const std::uint32_t first = std::random_device{}();
  for (std::uint32_t seed = first; seed != first + 40; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t n = 1 + random() % 300;
    const Distance most = std::vector<Distance>{1, 30, 20'000, 1 << 20}[random() % 4];
    const EdgeList graph = random_graph(n, random() % (n * 6), most, seed);
    const double limit = std::vector<double>{0, 0.5, 1, most * 0.5, most * 2.0, 1e9}[random() % 6];
    Settings settings;
    settings.threads = static_cast<int>(random() % 4);
    settings.undirected = random() % 3 == 0;
    const std::vector<Distance> whole = copied(solve(graph, settings).all());
    const std::vector<Distance> truth = within(whole, limit);
    std::vector<std::int32_t> before(n * n);
    settings.predecessors = before;
    (void)solve(graph, settings);
    for (std::size_t x = 0; x < n * n; ++x) {
      if (truth[x] == kUnreachable) before[x] = apsp::kNoPredecessor;
    }

    settings.predecessors = {};
    settings.limit = limit;
    REQUIRE(copied(solve(graph, settings).all()) == truth);
    settings.targets = {{static_cast<std::int32_t>(random() % n)}};
    std::vector<std::int32_t> all(n);
    std::iota(all.begin(), all.end(), 0);
    REQUIRE(copied(solve(graph, settings).all()) == picked(truth, n, all, *settings.targets));
    settings.targets.reset();
    for (const Method method : kMethods) {
      INFO("method " << name(method));
      settings.method = method;
      std::vector<std::int32_t> found(n * n);
      Summary summary;
      settings.predecessors = found;
      settings.summary = &summary;
      REQUIRE(copied(solve(graph, settings).all()) == truth);
      REQUIRE(found == before);
      REQUIRE(summary == apsp::summary(graph, settings));
      const auto within_limit =
          std::count_if(truth.begin(), truth.end(), [](Distance d) { return d < kUnreachable; });
      REQUIRE(summary.reachable + n == static_cast<std::size_t>(within_limit));
    }
  }
}

TEST_CASE("a length beyond the limit that no distance holds is no error") {
  const EdgeList graph{3, {{0, 1, kUnreachable - 1}, {1, 2, 7}}};
  require_error(Fault::kNoAnswer, {"does not fit"}, [&] { (void)solve(graph); });
  for (const Method method : kMethods) {
    INFO("method " << name(method));
    const Distances rows = solve(graph, {.method = method, .limit = kUnreachable - 1});
    REQUIRE(copied(rows[0]) == std::vector<Distance>{0, kUnreachable - 1, kUnreachable});
    require_error(Fault::kNoAnswer, {"does not fit"},
                  [&] { (void)solve(graph, {.method = method, .limit = double{kUnreachable}}); });
  }
}

TEST_CASE("a limit beside negative weights leaves out what is farther, and all of its errors") {
  constexpr std::int64_t kNoPath = std::int64_t{1} << 60;
  const std::uint32_t first = std::random_device{}();
  for (std::uint32_t seed = first; seed != first + 150; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t n = 1 + random() % 40;
    const Distance most = std::vector<Distance>{30, 20'000, 1 << 20, 1 << 29}[random() % 4];
    const EdgeList graph = lifted_graph(n, random() % (n * 5), most, seed);
    const std::vector<std::int64_t> lengths = expected(graph, kNoPath);
    const auto some_length = static_cast<double>(lengths[random() % (n * n)]);
    Settings settings;
    settings.limit = std::array{0.0, 0.5, 1.5 * most, kUnreachable - 1.0,
                                std::clamp(some_length, 0.0, kUnreachable - 0.5)}[random() % 5];
    INFO("limit " << settings.limit);
    std::vector<Distance> truth(n * n, kUnreachable);
    std::vector<std::int32_t> before = expected_predecessors(graph, lengths);
    for (std::size_t x = 0; x < n * n; ++x) {
      if (static_cast<double>(lengths[x]) <= settings.limit) {
        truth[x] = static_cast<Distance>(lengths[x]);
      } else {
        before[x] = apsp::kNoPredecessor;
      }
    }
    std::vector<std::int32_t> rows(random() % (n + 1)), columns(random() % (n + 1));
    for (std::int32_t& v : rows) v = static_cast<std::int32_t>(random() % n);
    for (std::int32_t& v : columns) v = static_cast<std::int32_t>(random() % n);
    for (const std::optional<Method> method :
         {std::optional<Method>(), std::optional(kMethods[0]), std::optional(kMethods[1]),
          std::optional(kMethods[2])}) {
      INFO("method " << (method ? name(*method) : "chosen"));
      settings.method = method;
      REQUIRE(copied(solve(graph, settings).all()) == truth);
      Settings part = settings;
      part.sources = rows;
      part.targets = columns;
      REQUIRE(copied(solve(graph, part).all()) == picked(truth, n, rows, columns));
      std::vector<std::int32_t> found(rows.size() * columns.size());
      part.predecessors = found;
      REQUIRE(copied(solve(graph, part).all()) == picked(truth, n, rows, columns));
      REQUIRE(found == picked(before, n, rows, columns));
      found.resize(n * n);
      Summary summary;
      Settings all = settings;
      all.predecessors = found;
      all.summary = &summary;
      REQUIRE(copied(solve(graph, all).all()) == truth);
      REQUIRE(found == before);
      const auto none = std::count(truth.begin(), truth.end(), kUnreachable);
      REQUIRE(summary.reachable + n + static_cast<std::size_t>(none) == n * n);
    }
  }
}

TEST_CASE("a path within the limit leads over vertices that no distance reaches") {
  constexpr Distance kMost = kUnreachable - 1;
  const EdgeList graph{5, {{0, 1, kMost}, {1, 2, 7}, {2, 3, -9}, {3, 4, -kMost}}};
  constexpr std::int32_t kNone = apsp::kNoPredecessor;
  std::vector<std::int32_t> before(5);
  for (const Method method : kMethods) {
    INFO("method " << name(method));
    const auto rows = [&](double limit) {
      return copied(
          solve(graph, {.method = method, .sources = {{0}}, .predecessors = before, .limit = limit})
              .all());
    };
    REQUIRE(rows(kMost) == std::vector<Distance>{0, kMost, kUnreachable, kMost - 2, -2});
    REQUIRE(before == std::vector<std::int32_t>{kNone, 0, kNone, 2, 3});
    REQUIRE(rows(5) == std::vector<Distance>{0, kUnreachable, kUnreachable, kUnreachable, -2});
    REQUIRE(before == std::vector<std::int32_t>{kNone, kNone, kNone, kNone, 3});
    require_error(Fault::kNoAnswer, {"from 0 to 2 is 1073741829"}, [&] { rows(kUnreachable); });
  }
}
