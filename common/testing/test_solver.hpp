// SPDX-License-Identifier: MIT
// Parts that the tests of all solvers share: small graphs, a listener, and the comparison with the
// 64-bit triple loop, element for element.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/core/both_ways.hpp"
#include "common/core/graph.hpp"
#include "common/core/observer.hpp"
#include "common/core/row_sink.hpp"
#include "common/oracle/reference.hpp"
#include "common/rows/summary_sink.hpp"
#include "common/solve/exact_solve.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_sanitizer.hpp"

namespace apsp::test {

/// Any that fits, and each width.
inline constexpr std::array<Arithmetic, 4> kArithmetics = {
    Arithmetic(), Arithmetic(Width::kU8), Arithmetic(Width::kU16), Arithmetic(Width::kS32)};

/// Edges with the graph that views them.
struct Sample {
  std::size_t vertices;
  std::vector<Edge> edges;

  [[nodiscard]] Graph graph() const {
    Graph graph{vertices, edges, 0, 0};
    if (!edges.empty()) {
      graph.smallest_weight = graph.largest_weight = edges[0].weight;
    }
    for (const Edge& e : edges) {
      graph.smallest_weight = std::min(graph.smallest_weight, e.weight);
      graph.largest_weight = std::max(graph.largest_weight, e.weight);
    }
    return graph;
  }
};

/// Keeps the facts of the last solve.
struct Listener : Observer {
  std::map<std::string, Fact, std::less<>> facts;
  std::int64_t done = 0, total = 0;
  bool in_order = true;  // a wider try starts again at 1
  void fact(std::string_view key, const Fact& value) override { facts[std::string(key)] = value; }
  void advance(std::int64_t new_done, std::int64_t new_total) override {
    in_order = in_order && (new_done == done + 1 || (new_done == 1 && done == total));
    done = new_done;
    total = new_total;
  }
  [[nodiscard]] std::string text(std::string_view key) const {
    const auto found = facts.find(key);
    return found == facts.end() ? "" : std::get<std::string>(found->second);
  }
};

/// `count` random edges between any vertices, repeats and loops included, weights in [low, high].
inline Sample random_sample(std::size_t vertices, std::size_t count, Distance low, Distance high,
                            std::uint32_t seed) {
  std::mt19937 random(seed);
  Sample sample{vertices, {}};
  for (std::size_t e = 0; e < count && vertices > 0; ++e) {
    const auto weight =
        low + static_cast<Distance>(random() % (static_cast<std::uint32_t>(high - low) + 1));
    sample.edges.push_back({static_cast<std::int32_t>(random() % vertices),
                            static_cast<std::int32_t>(random() % vertices), weight});
  }
  return sample;
}

/// `count` random edges from each vertex to the `reach` that follow it, and as many back if `both`.
/// For most pairs of tiles no path is known until late, or never.
inline Sample band(std::size_t vertices, std::size_t reach, std::size_t count, bool both,
                   Distance high, std::uint32_t seed) {
  std::mt19937 random(seed);
  Sample sample{vertices, {}};
  for (std::size_t v = 0; v + 1 < vertices; ++v) {
    for (std::size_t e = 0; e < count * (both ? 2 : 1); ++e) {
      const std::size_t other = std::min(v + 1 + random() % reach, vertices - 1);
      const auto near = static_cast<std::int32_t>(e < count ? v : other);
      const auto far = static_cast<std::int32_t>(e < count ? other : v);
      const auto weight = static_cast<Distance>(random() % (static_cast<std::uint32_t>(high) + 1));
      sample.edges.push_back({near, far, weight});
    }
  }
  return sample;
}

/// A path 0 -> 1 -> ... with these weights, and `spare` vertices apart.
inline Sample chain(const std::vector<Distance>& weights, std::size_t spare = 0) {
  Sample sample{weights.size() + 1 + spare, {}};
  for (std::size_t e = 0; e < weights.size(); ++e) {
    sample.edges.push_back(
        {static_cast<std::int32_t>(e), static_cast<std::int32_t>(e + 1), weights[e]});
  }
  return sample;
}

inline Sample ring(std::size_t vertices, Distance weight) {
  Sample sample{vertices, {}};
  for (std::size_t v = 0; v < vertices; ++v) {
    sample.edges.push_back(
        {static_cast<std::int32_t>(v), static_cast<std::int32_t>((v + 1) % vertices), weight});
  }
  return sample;
}

/// The same graph with its vertices numbered anew at random.
inline Sample shuffled(Sample sample, std::uint32_t seed) {
  std::vector<std::int32_t> numbers(sample.vertices);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::mt19937 random(seed);
  for (std::size_t left = numbers.size(); left > 1; --left) {
    std::swap(numbers[left - 1], numbers[random() % left]);
  }
  for (Edge& edge : sample.edges) {
    edge.source = numbers[static_cast<std::size_t>(edge.source)];
    edge.destination = numbers[static_cast<std::size_t>(edge.destination)];
  }
  return sample;
}

/// All rows, or some in any order, perhaps one of them twice.
inline RowSet some_rows(std::size_t vertices, std::mt19937& random) {
  if (vertices == 0 || random() % 2 == 0) return RowSet(vertices);
  std::vector<std::int32_t> sources(1 + random() % (vertices + 1));
  for (std::int32_t& source : sources) source = static_cast<std::int32_t>(random() % vertices);
  return {vertices, sources};
}

/// The wanted rows of a V x V matrix.
inline std::vector<Distance> rows_of(const RowSet& wanted, std::span<const Distance> matrix) {
  std::vector<Distance> rows;
  for (std::size_t r = 0; r < wanted.size(); ++r) {
    const auto row = matrix.subspan(wanted.source(r) * wanted.vertices(), wanted.vertices());
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

/// A solver with its options: what a test runs.
using Solver = std::function<void(const Problem&, const Outputs&, Observer&)>;

/// The recipe on a backend that `make` makes anew for each graph, in a width or the best one.
template <class Make>
Solver solver_on(const Make& make, Arithmetic arithmetic, BeyondS32 beyond = BeyondS32::kRefused) {
  return [=](const Problem& problem, const Outputs& outputs, Observer& observer) {
    const auto backend = make();
    ExactSolve solve(problem, *backend, observer, arithmetic, beyond);
    solve.require_fit();
    solve.run(outputs);
  };
}

inline std::vector<Distance> solved(const Sample& sample, const Solver& solve, Listener& observer) {
  MatrixSink sink(sample.vertices);
  solve(sample.graph(), {sink}, observer);
  const auto distances = sink.distances();
  return {distances.begin(), distances.end()};
}

/// Solves each edge both ways.
inline Solver both_ways(const Solver& solve) {
  return [=](const Problem& file, const Outputs& outputs, Observer& observer) {
    const BothWays both(file.graph);
    Problem problem = file;
    problem.graph = both.graph();
    solve(problem, outputs, observer);
  };
}

/// Solves with `solve` and compares every element with the oracle.
inline Listener require_exact(const Sample& sample, const Solver& solve) {
  Listener observer;
  const std::vector<Distance> expected = reference::distances(sample.graph()).value();
  const std::vector<Distance> found = solved(sample, solve, observer);
  REQUIRE(found.size() == expected.size());
  for (std::size_t x = 0; x < expected.size(); ++x) {
    if (found[x] == expected[x]) continue;
    FAIL("row " << x / sample.vertices << ", column " << x % sample.vertices << ": found "
                << found[x] << ", expected " << expected[x]);
  }
  REQUIRE(observer.in_order);
  REQUIRE(observer.done == observer.total);
  return observer;
}

/// Solves for some rows with `solve` and compares every element with the oracle.
inline Listener require_exact_rows(const Sample& sample, const RowSet& rows, const Solver& solve) {
  Listener observer;
  const reference::Adjacency adjacency(sample.graph());
  std::vector<Distance> expected;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto row = adjacency.bellman_ford(rows.source(r));
    for (const reference::Length length : row.value()) {
      const bool reached = length != reference::kNoPath;
      expected.push_back(reached ? static_cast<Distance>(length) : kUnreachable);
    }
  }
  MatrixSink sink(sample.vertices, rows.size());
  solve({sample.graph(), rows}, {sink}, observer);
  const auto found = sink.distances();
  for (std::size_t x = 0; x < expected.size(); ++x) {
    if (found[x] == expected[x]) continue;
    FAIL("row " << x / sample.vertices << ", that of " << rows.source(x / sample.vertices)
                << ", column " << x % sample.vertices << ": found " << found[x] << ", expected "
                << expected[x]);
  }
  REQUIRE(observer.done == observer.total);
  SummarySink from_rows(rows);
  from_rows.put(0, expected);
  SummarySink gathered(rows);
  Observer silent;
  solve({sample.graph(), rows}, {gathered, &gathered}, silent);
  REQUIRE(gathered.finish().json("distances") == from_rows.finish().json("distances"));
  return observer;
}

/// Some rows of random graphs across the borders of all widths, and the summary of them alone.
inline void require_exact_rows_of_samples(const Solver& solve, std::uint32_t seeds = 40) {
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 300;
    const std::array<Distance, 4> tops = {3, 40, 9'000, 400'000};
    const Distance high = tops[random() % tops.size()];
    const Sample sample = random_sample(vertices, random() % (vertices * 6), 0, high, seed + 5000);
    INFO("seed " << seed << ", V = " << vertices << ", weights to " << high);
    (void)require_exact_rows(sample, some_rows(vertices, random), solve);
  }
}

/// The error that solving with `solve` ends in.
inline Error require_refused(const Sample& sample, const Solver& solve) {
  Listener observer;
  try {
    (void)solved(sample, solve, observer);
  } catch (const Error& error) {
    return error;
  }
  FAIL("an answer was given");
  throw;  // not reached
}

/// A length that only rows which are not wanted have is no reason to refuse.
inline void require_others_ignored(Width width, const Solver& solve) {
  const Distance infinity = infinity_of(width);
  const Sample sample = chain({infinity - 1, 1, 2});
  REQUIRE(require_refused(sample, solve).fault() == Fault::kNoAnswer);
  (void)require_exact_rows(sample, {4, {3, 2, 1, 2}}, solve);
  Observer observer;
  MatrixSink sink(4, 2);
  require_error(Fault::kNoAnswer, {"the path from 0 over edge 1"}, [&] {
    solve({sample.graph(), {4, {2, 0}}}, {sink}, observer);
  });
}

/// The error of a sink that fails ends the solve, and is not lost among threads or devices.
inline void require_ended_by_sink(const Solver& solve) {
  struct FullDisk final : RowSink {
    void put(std::size_t, std::span<const Distance>) override {
      throw Error(Fault::kOutput, "the disk is full");
    }
  } sink;
  const Sample sample = ring(300, 1);
  Observer observer;
  require_error(Fault::kOutput, {"the disk is full"},
                [&] { solve(sample.graph(), {sink}, observer); });
}

/// Graphs of V vertices whose distances fit every width.
inline std::map<std::string, Sample> samples_of(std::size_t vertices, std::uint32_t& seed) {
  return {
      {"no edges", {vertices, {}}},
      {"dense", random_sample(vertices, vertices * vertices / 2, 0, 60, ++seed)},
      {"sparse", random_sample(vertices, vertices * 3, 0, 6, ++seed)},
      {"disconnected", random_sample(vertices, vertices / 2, 0, 6, ++seed)},
      {"zero weights", random_sample(vertices, vertices * 2, 0, 0, ++seed)},
      {"ring", vertices > 0 && vertices < 127 ? ring(vertices, 1) : Sample{vertices, {}}},
  };
}

/// Solves with `solve` for a summary, known to be all that is wanted or not, and compares it with
/// that of the oracle's rows.
inline void require_same_summary(const Sample& sample, const Solver& solve,
                                 std::span<const Distance> expected) {
  SummarySink from_rows{RowSet(sample.vertices)};
  from_rows.put(0, expected);
  const std::string wanted = from_rows.finish().json("distances");
  for (const bool alone : {false, true}) {
    INFO("numbers alone: " << alone);
    SummarySink gathered{RowSet(sample.vertices)};
    Listener observer;
    Problem problem(sample.graph());
    problem.numbers_alone = alone;
    solve(problem, {gathered, &gathered}, observer);
    REQUIRE(gathered.finish().json("distances") == wanted);
  }
}

inline void require_same_summary(const Sample& sample, const Solver& solve) {
  require_same_summary(sample, solve, reference::distances(sample.graph()).value());
}

/// Summaries of graphs near and far, connected and not, with bins of width 1 and wider.
inline void require_same_summaries(const Solver& solve) {
  std::uint32_t seed = 3000;
  const std::vector<std::size_t> sizes =
      kTakesAddressSpace ? std::vector<std::size_t>{0, 1, 129, 300}
                         : std::vector<std::size_t>{0, 1, 2, 127, 128, 129, 300, 513};
  for (const std::size_t vertices : sizes) {
    for (const auto& [kind, sample] : samples_of(vertices, seed)) {
      INFO("V = " << vertices << ", " << kind << ", seed up to " << seed);
      require_same_summary(sample, solve);
    }
  }
  for (const Distance largest : {1'000, 32'000, 70'000, 3'000'000, 20'000'000}) {
    INFO("weights up to " << largest);
    require_same_summary(random_sample(300, 900, 0, largest, 3100), solve);
    require_same_summary(random_sample(300, 200, largest / 2, largest, 3101), solve);
  }
  require_same_summary(chain({kUnreachable - 2, 1}), solve);
}

/// A width is proven on the borders of its range, and never lets a length pass that it clipped.
/// `by_bound`: how a solver proves what a simple bound proves.
inline void require_proven_on_borders(
    Distance infinity, const Solver& solve,
    std::string_view by_bound = "largest distance + largest weight < INF") {
  const Distance inf = infinity;
  // Longest distance INF - 1: with a vertex apart, only the edges can tell it from clipped ones.
  for (const std::size_t spare : {0, 1}) {
    REQUIRE(require_exact(chain({inf - 3, 1, 1}, spare), solve).text("proof") ==
            "no edge leads from below INF to INF");
  }
  // M + w = INF - 1 is proven by the simple bound, M + w = INF no more.
  REQUIRE(require_exact(chain({(inf - 1) / 2}, 1), solve).text("proof") == by_bound);
  REQUIRE(require_exact(chain({(inf + 1) / 2}, 1), solve).text("proof") ==
          "no edge leads from below INF to INF");
  // A ring reaches every pair: complete, whatever the bound says.
  const std::string proof = require_exact(ring(2, inf - 1), solve).text("proof");
  REQUIRE((proof == "every pair is reached below INF" || proof == by_bound));
  // Longest distance INF and INF + 1: never a wrong number, never a silent "no path".
  for (const Distance last : {2, 3}) {
    for (const std::size_t spare : {0, 1}) {
      const Error error = require_refused(chain({inf - 3, 1, last}, spare), solve);
      REQUIRE(error.fault() == Fault::kNoAnswer);
      REQUIRE(std::string(error.what()).find("over edge 2 (from 2 to 3") != std::string::npos);
    }
  }
}

/// A solver that is forced into `width` names the same clipped path as every other one: that over
/// the edge of the smallest number, then from the smallest row. On graphs with many clipped paths,
/// whose vertices a solver may put in another order.
inline void require_first_clipped_named(Width width, const Solver& solve) {
  const Distance infinity =
      width == Width::kU8 ? kInfinity<std::uint8_t> : kInfinity<std::uint16_t>;
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const Sample sample = shuffled(
        seed % 2 == 0
            ? band(seed == 12 ? 700 : 300, 10, 4, true, infinity / 4, seed)
            : random_sample(std::size_t{50} * seed, std::size_t{150} * seed, 0, infinity / 2, seed),
        seed);
    const std::vector<Distance> distances = reference::distances(sample.graph()).value();
    const auto reached = [&](std::size_t row, std::int32_t vertex) {
      return distances[row * sample.vertices + static_cast<std::size_t>(vertex)] < infinity;
    };
    const auto clipped_row = [&](const Edge& edge) {
      std::size_t row = 0;
      while (row < sample.vertices &&
             (!reached(row, edge.source) || reached(row, edge.destination))) {
        ++row;
      }
      return row;
    };
    const auto edge = std::find_if(sample.edges.begin(), sample.edges.end(),
                                   [&](const Edge& e) { return clipped_row(e) < sample.vertices; });
    INFO("seed " << seed << ", V = " << sample.vertices);
    REQUIRE(edge != sample.edges.end());  // or else the sample is no test
    const std::string expected = "the path from " + std::to_string(clipped_row(*edge)) +
                                 " over edge " + std::to_string(edge - sample.edges.begin()) + " ";
    const std::string message = require_refused(sample, solve).what();
    INFO("found: " << message << "\nexpected: " << expected);
    REQUIRE(message.find(expected) != std::string::npos);
  }
}

/// Random graphs whose lengths cross the borders of all widths.
inline void require_exact_across_widths(const Solver& solve) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 2 + random() % 150;
    const std::array<Distance, 6> tops = {3, 40, 126, 9'000, 40'000, 200'000'000};
    const Distance high = tops[random() % tops.size()];
    const Sample sample =
        random_sample(vertices, random() % (vertices * 6), 0, high, seed * 1000 + 1);
    INFO("seed " << seed << ", V = " << vertices << ", weights to " << high);
    if (reference::distances(sample.graph())) {
      (void)require_exact(sample, solve);
    } else {
      REQUIRE(require_refused(sample, solve).fault() == Fault::kNoAnswer);
    }
  }
}

}  // namespace apsp::test
