// SPDX-License-Identifier: MIT
// Sparse rows by both ways against the 64-bit triple loop.
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/core/both_ways.hpp"
#include "common/near/limit_search.hpp"
#include "common/near/near_search.hpp"
#include "common/near/near_solve.hpp"
#include "common/near/nearest_targets.hpp"
#include "common/oracle/predecessors.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp {
namespace {

using test::random_sample;
using test::require_error;
using test::Sample;
using test::with_threads;

/// Destination, distance, path vertex.
using NearEntry = std::tuple<std::int32_t, Distance, std::int32_t>;
using NearMatrix = std::vector<std::vector<NearEntry>>;

/// Keeps rows, and requires that they come in order.
struct NearKeeper : NearSink {
  NearMatrix rows;
  bool in_order = true;

  void put(const NearRows& more) override {
    in_order = in_order && more.first_row == rows.size() && more.rows() > 0;
    for (std::size_t r = 0; r < more.rows(); ++r) {
      std::vector<NearEntry> row;
      for (auto e = static_cast<std::size_t>(more.offsets[r]);
           e < static_cast<std::size_t>(more.offsets[r + 1]); ++e) {
        row.emplace_back(more.destinations[e], more.distances[e],
                         more.path_vertices.empty() ? 0 : more.path_vertices[e]);
      }
      rows.push_back(std::move(row));
    }
  }
};

/// What the rows of a graph may hold, by the textbook.
struct NearOracle {
  explicit NearOracle(const Graph& graph)
      : vertices(graph.vertices),
        lengths(reference::floyd_warshall(graph)),
        predecessors(reference::predecessors(graph)) {
    // The vertex after i on the way to j is the one before i against the edges.
    std::vector<Edge> back(graph.edges.begin(), graph.edges.end());
    for (Edge& edge : back) std::swap(edge.source, edge.destination);
    Graph reversed = graph;
    reversed.edges = back;
    first_hops = reference::predecessors(reversed);
  }

  [[nodiscard]] std::int32_t path_vertex(PathVertex kind, std::size_t i, std::size_t j) const {
    if (kind == PathVertex::kNone) return 0;
    return kind == PathVertex::kPredecessor ? predecessors[i * vertices + j]
                                            : first_hops[j * vertices + i];
  }

  [[nodiscard]] std::vector<NearEntry> row(const NearProblem& problem, std::size_t r) const {
    const std::size_t i = problem.rows.source(r);
    std::vector<std::pair<reference::Length, std::size_t>> order;
    for (std::size_t j = 0; j < vertices; ++j) {
      const reference::Length length = lengths[i * vertices + j];
      if (length == reference::kNoPath || length > problem.limit_of(r)) continue;
      if (problem.targets.has(j)) order.emplace_back(length, j);
    }
    std::sort(order.begin(), order.end());
    std::size_t others = 0;
    std::vector<NearEntry> row;
    for (const auto& [length, j] : order) {
      if (j != i && problem.nearest && ++others > *problem.nearest) continue;
      row.emplace_back(static_cast<std::int32_t>(j), static_cast<Distance>(length),
                       path_vertex(problem.path_vertex, i, j));
    }
    if (!problem.nearest) std::sort(row.begin(), row.end());
    return row;
  }

  [[nodiscard]] NearMatrix rows(const NearProblem& problem) const {
    NearMatrix all;
    for (std::size_t r = 0; r < problem.rows.size(); ++r) all.push_back(row(problem, r));
    return all;
  }

  std::size_t vertices;
  std::vector<reference::Length> lengths;
  std::vector<std::int32_t> predecessors;
  std::vector<std::int32_t> first_hops;
};

NearMatrix near_rows(const NearProblem& problem) {
  NearKeeper keeper;
  test::Listener observer;
  solve_near(problem, nullptr, keeper, observer);
  REQUIRE(keeper.in_order);
  REQUIRE(observer.in_order);
  return keeper.rows;
}

/// The rows by one search from all targets, in parts of few vertices.
NearMatrix near_rows_by_targets(const NearProblem& problem, std::size_t part_labels) {
  NearestTargets nearest(problem, part_labels);
  test::Listener observer;
  REQUIRE(nearest.run(observer));
  NearBatch<Distance> batch;
  for (std::size_t r = 0; r < problem.rows.size(); ++r) nearest.add_row(r, batch);
  NearKeeper keeper;
  if (batch.rows() > 0) keeper.put(batch.view());
  return keeper.rows;
}

VertexSet some_targets(std::size_t vertices, std::mt19937& random) {
  if (vertices == 0 || random() % 2 == 0) return VertexSet(vertices);
  std::vector<std::int32_t> list(random() % (vertices / 2 + 2));
  for (std::int32_t& target : list) target = static_cast<std::int32_t>(random() % vertices);
  return VertexSet(RowSet(vertices, list));
}

/// A random question about `graph`.
NearProblem some_question(const Graph& graph, Distance longest, std::mt19937& random) {
  NearProblem problem(graph);
  const std::size_t vertices = graph.vertices;
  problem.rows = test::some_rows(vertices, random);
  problem.targets = some_targets(vertices, random);
  const auto some_limit = [&] {
    return static_cast<Distance>(random() % (static_cast<std::uint32_t>(longest) + 2));
  };
  if (random() % 4 != 0) problem.limit = some_limit();
  if (random() % 4 == 0) {
    for (std::size_t r = 0; r < problem.rows.size(); ++r) {
      problem.limits.push_back(std::min(problem.limit, some_limit()));
    }
  }
  if (random() % 2 == 0) problem.nearest = random() % (vertices + 3);
  problem.path_vertex = static_cast<PathVertex>(random() % 3);
  return problem;
}

void require_near(const NearOracle& oracle, const NearProblem& problem, std::mt19937& random) {
  const NearMatrix expected = oracle.rows(problem);
  with_threads(static_cast<int>(1 + random() % 8), [&] {
    REQUIRE(near_rows(problem) == expected);
    if (!problem.nearest || problem.targets.size() == 0) return;
    for (const std::size_t part_labels : {std::size_t{1}, std::size_t{16}, std::size_t{1} << 12}) {
      INFO("parts of " << part_labels << " labels");
      REQUIRE(near_rows_by_targets(problem, part_labels) == expected);
    }
  });
}

TEST_CASE("sparse rows hold what the triple loop finds within the limit", "[near]") {
  std::uint32_t seed = 4000;
  for (const std::size_t vertices : {0, 1, 2, 3, 9, 24, 50}) {
    for (const Distance heaviest : {0, 1, 3, 40}) {
      for (const std::size_t degree : {0, 1, 2, 5}) {
        ++seed;
        std::mt19937 random(seed);
        const Sample sample = random_sample(vertices, vertices * degree,
                                            random() % 2 == 0 ? 0 : heaviest, heaviest, seed);
        const NearOracle oracle(sample.graph());
        for (int question = 0; question < 6; ++question) {
          INFO("V = " << vertices << ", seed " << seed << ", question " << question);
          require_near(oracle, some_question(sample.graph(), 3 * heaviest, random), random);
        }
      }
    }
  }
}

/// All rows of the problem, by one search after the other.
template <typename Search>
NearMatrix rows_by(const NearProblem& problem) {
  const auto edges = Search::edges_of(problem);
  Search search(problem, edges);
  NearBatch<Distance> batch;
  for (std::size_t r = 0; r < problem.rows.size(); ++r) search.add_row(r, batch);
  NearKeeper keeper;
  if (batch.rows() > 0) keeper.put(batch.view());
  return keeper.rows;
}

TEST_CASE("searches of whole rows and those by paths find the same within limits", "[near]") {
  for (std::uint32_t seed = 4400; seed < 4480; ++seed) {
    std::mt19937 random(seed);
    const Distance heaviest = std::vector<Distance>{0, 1, 9, 1 << 29}[seed % 4];
    const Distance lightest = random() % 2 == 0 ? heaviest : 0;
    const std::size_t vertices = 1 + random() % 300;
    Sample sample = random_sample(vertices, random() % (4 * vertices), lightest, heaviest, seed);
    if (random() % 4 == 0) sample.edges.push_back({0, 0, 3});  // a loop of another weight
    NearProblem problem(sample.graph());
    problem.targets = some_targets(vertices, random);
    problem.limit = random() % 3 == 0 ? kUnreachable - 1 : static_cast<Distance>(random() % 40);
    if (random() % 2 == 0) {
      for (std::size_t r = 0; r < vertices; ++r) {
        problem.limits.push_back(std::min(problem.limit, static_cast<Distance>(random() % 60)));
      }
    }
    INFO("seed " << seed << ", V = " << vertices);
    REQUIRE(LimitSearch::serves(problem));
    const NearMatrix rows = rows_by<LimitSearch>(problem);
    REQUIRE(rows == rows_by<NearSearch<Distance>>(problem));
    REQUIRE(rows == near_rows(problem));
  }
}

TEST_CASE("searches of whole rows serve where they find all that is wanted", "[near]") {
  const Sample sample{3, {{0, 1, 4}, {1, 2, 5}}};
  NearProblem problem(sample.graph());
  REQUIRE(!LimitSearch::serves(problem));  // lengths beyond the format are to be refused
  problem.limits = {3, 4, 5};
  REQUIRE(!LimitSearch::serves(problem));  // by a limit of all, as the library sets it
  problem.limit = 5;
  REQUIRE(LimitSearch::serves(problem));
  problem.path_vertex = PathVertex::kPredecessor;
  REQUIRE(!LimitSearch::serves(problem));
  problem.path_vertex = PathVertex::kNone;
  problem.nearest = 2;
  REQUIRE(!LimitSearch::serves(problem));
}

TEST_CASE("sparse rows of undirected graphs are those of both directions", "[near][undirected]") {
  for (std::uint32_t seed = 4300; seed < 4320; ++seed) {
    std::mt19937 random(seed);
    const Sample sample = random_sample(1 + seed % 40, 60, 0, 5, seed);
    const BothWays both(sample.graph());
    const NearOracle oracle(both.graph());
    INFO("seed " << seed);
    require_near(oracle, some_question(both.graph(), 20, random), random);
  }
}

TEST_CASE("the k nearest and those within a limit at their edges", "[near]") {
  // 0 -1-> 1 -0-> 2, 0 -1-> 3, 0 -2-> 4; 5 is apart; 1 is also reached by a heavier edge.
  const Sample sample{6, {{0, 1, 1}, {0, 1, 7}, {1, 2, 0}, {0, 3, 1}, {0, 4, 2}, {0, 0, 3}}};
  NearProblem problem(sample.graph());
  problem.rows = RowSet(6, {0});
  problem.path_vertex = PathVertex::kFirstHop;
  const NearEntry own = {0, 0, kNoPredecessor};
  const NearEntry one = {1, 1, 1}, two = {2, 1, 1}, three = {3, 1, 3}, four = {4, 2, 4};
  REQUIRE(near_rows(problem) == NearMatrix{{own, one, two, three, four}});
  problem.limit = 0;
  REQUIRE(near_rows(problem) == NearMatrix{{own}});
  problem.limit = 1;
  REQUIRE(near_rows(problem) == NearMatrix{{own, one, two, three}});
  problem.nearest = 2;
  REQUIRE(near_rows(problem) == NearMatrix{{own, one, two}});
  problem.nearest = 0;
  REQUIRE(near_rows(problem) == NearMatrix{{own}});
  problem.limit = kUnreachable;
  problem.nearest = 99;
  REQUIRE(near_rows(problem) == NearMatrix{{own, one, two, three, four}});
  problem.targets = VertexSet(RowSet(6, {4, 2, 4, 5}));
  problem.nearest = 1;
  REQUIRE(near_rows(problem) == NearMatrix{{two}});
  problem.rows = RowSet(6, {4, 0, 4, 5});
  const NearEntry four_own = {4, 0, kNoPredecessor}, five_own = {5, 0, kNoPredecessor};
  REQUIRE(near_rows(problem) == NearMatrix{{four_own}, {two}, {four_own}, {five_own}});
  problem.targets = VertexSet(RowSet(6, std::vector<std::int32_t>()));
  REQUIRE(near_rows(problem) == NearMatrix{{}, {}, {}, {}});
}

TEST_CASE("a length beyond the format is refused where it is wanted", "[near]") {
  constexpr Distance kMost = kUnreachable - 1;
  const Sample sample{4, {{0, 1, kMost}, {1, 2, 1}, {2, 3, 0}}};
  NearProblem problem(sample.graph());
  const auto refused = [&](const std::string& pair) {
    require_error(Fault::kNoAnswer, {"distance from " + pair, "1073741823"},
                  [&] { (void)near_rows(problem); });
  };
  refused("0 to 2");
  problem.targets = VertexSet(RowSet(4, {3}));
  refused("0 to 3");
  problem.nearest = 1;
  refused("0 to 3");
  problem.rows = RowSet(4, {1, 2});
  REQUIRE(near_rows(problem) == NearMatrix{{{3, 1, 0}}, {{3, 0, 0}}});
  problem.rows = RowSet(4);
  problem.limit = kMost;
  REQUIRE(near_rows(problem) == NearMatrix{{}, {{3, 1, 0}}, {{3, 0, 0}}, {{3, 0, 0}}});
  problem.limit = kUnreachable;
  problem.targets = VertexSet(RowSet(4, {1}));
  REQUIRE(near_rows(problem) == NearMatrix{{{1, kMost, 0}}, {{1, 0, 0}}, {}, {}});
}

TEST_CASE("sparse rows refuse negative weights and say which", "[near]") {
  const Sample sample{3, {{0, 1, 4}, {2, 1, -5}}};
  require_error(Fault::kUsage, {"edge 1 from 2 to 1 has weight -5", "0 or more"},
                [&] { (void)near_rows(NearProblem(sample.graph())); });
}

TEST_CASE("sparse rows end with the exception of the sink or the wish of the observer", "[near]") {
  struct Failing : NearSink {
    void put(const NearRows& rows) override {
      if (rows.first_row + rows.rows() > 700) throw std::runtime_error("full");
    }
  };
  struct Impatient : Observer {
    void advance(std::int64_t done, std::int64_t /*total*/) override { ends = done >= 3; }
    [[nodiscard]] bool cancelled() override { return ends; }
    bool ends = false;
  };
  const Sample sample = random_sample(2000, 6000, 1, 9, 17);
  NearProblem problem(sample.graph());
  problem.limit = 12;
  for (const int threads : {1, 2, 8}) {
    with_threads(threads, [&] {
      Failing failing;
      Observer patient;
      REQUIRE_THROWS_WITH(solve_near(problem, nullptr, failing, patient), "full");
      NearKeeper keeper;
      Impatient impatient;
      require_error(Fault::kCancelled, {"cancelled"},
                    [&] { solve_near(problem, nullptr, keeper, impatient); });
      REQUIRE(keeper.rows.size() < 2000);
    });
  }
}

TEST_CASE("rows of a million entries leave before their batch ends", "[near]") {
  struct Checking : NearSink {
    std::vector<std::int32_t> sources;
    std::size_t next = 0;
    bool right = true;
    void put(const NearRows& rows) override {
      right = right && rows.first_row == next;
      next += rows.rows();
      for (std::size_t r = 0; r < rows.rows(); ++r) {
        const std::int32_t source = sources[rows.first_row + r];
        for (std::int64_t e = rows.offsets[r]; e < rows.offsets[r + 1]; ++e) {
          const auto steps = static_cast<Distance>(e - rows.offsets[r]);
          const auto entry = static_cast<std::size_t>(e);
          right = right && rows.destinations[entry] == source + steps &&
                  rows.distances[entry] == 2 * steps;
        }
      }
    }
  };
  constexpr std::int32_t kVertices = 1'100'000;
  const Sample sample = test::chain(std::vector<Distance>(kVertices - 1, 2));
  NearProblem problem(sample.graph());
  for (const int threads : {1, 3}) {
    Checking sink;
    sink.sources.assign(20, kVertices - 9);  // two to a batch of one thread
    sink.sources[0] = 5;
    sink.sources[7] = 3;
    problem.rows = RowSet(kVertices, sink.sources);
    Observer observer;
    with_threads(threads, [&] { solve_near(problem, nullptr, sink, observer); });
    REQUIRE(sink.right);
    REQUIRE(sink.next == sink.sources.size());
  }
}

}  // namespace
}  // namespace apsp
