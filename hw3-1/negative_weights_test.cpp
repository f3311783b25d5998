// SPDX-License-Identifier: MIT
// Graphs with negative weights through the recipe and all methods, byte for byte. The oracles are
// the algorithm of Bellman and Ford from every vertex in 64 bits and against the triple loop.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/base/parallel_for.hpp"
#include "common/core/both_ways.hpp"
#include "common/oracle/predecessors.hpp"
#include "common/oracle/reference.hpp"
#include "common/rows/sink_chain.hpp"
#include "common/rows/solved_problem.hpp"
#include "common/rows/verify_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_sanitizer.hpp"
#include "common/testing/test_solver.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using test::Sample;

constexpr Distance kMost = kUnreachable - 1;

/// Weights from 0 to `high` and the differences of numbers from 0 to `height`, as far as the format
/// holds them.
Sample by_heights(std::size_t vertices, std::size_t edges, std::int64_t high, std::int64_t height,
                  std::mt19937_64& random) {
  const auto up_to = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() % (static_cast<std::uint64_t>(most) + 1));
  };
  std::vector<std::int64_t> heights(vertices);
  for (std::int64_t& h : heights) h = up_to(height);
  Sample sample{vertices, {}};
  for (std::size_t e = 0; e < edges; ++e) {
    const auto from = static_cast<std::size_t>(random() % vertices);
    const auto to = static_cast<std::size_t>(random() % vertices);
    const std::int64_t weight = up_to(high) + heights[to] - heights[from];
    sample.edges.push_back(
        {static_cast<std::int32_t>(from), static_cast<std::int32_t>(to),
         static_cast<Distance>(std::clamp<std::int64_t>(weight, -kMost, kMost))});
  }
  return sample;
}

/// The graph number `seed`, of 1 to 9 vertices, with a negative weight. Lengths cross the borders
/// of every width and of the format.
Sample graph_for(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::size_t vertices = 1 + random() % 9;
  const std::size_t edges = 1 + random() % (3 * vertices);
  constexpr std::array<Distance, 8> kTops = {2,      20,          60,        9'000,
                                             20'000, 100'000'000, kMost / 4, kMost};
  const Distance one = kTops[random() % kTops.size()], other = kTops[random() % kTops.size()];
  const Distance high = std::min(one, other), height = std::max(one, other);
  Sample sample = by_heights(vertices, edges, high, height, random);
  // Some weights at the ends of the range, and cycles that are negative or of length zero.
  if (seed % 12 == 0) {
    for (Edge& edge : sample.edges) {
      if (random() % 4 == 0) edge.weight = random() % 3 > 0 ? kMost : -kMost;
    }
  }
  if (seed % 9 == 0 || sample.graph().smallest_weight >= 0) {
    Edge& edge = sample.edges[random() % sample.edges.size()];
    const auto lower = static_cast<Distance>(1 + random() % static_cast<std::uint64_t>(high));
    edge.weight = std::max(-kMost, std::min(edge.weight - lower, -1));
  }
  return sample;
}

/// Whether `message` names a negative cycle of the graph: a sequence of edges, their weights and a
/// negative sum.
bool names_negative_cycle(const std::string& message, const Sample& sample) {
  const std::size_t begin = message.rfind(": ");
  const std::size_t end = message.find(", weight");
  if (begin == std::string::npos || end == std::string::npos) return false;
  std::istringstream vertices(message.substr(begin + 2, end - begin - 2));
  std::istringstream rest(message.substr(message.find(' ', end + 2)));
  std::vector<std::int32_t> cycle(1);
  vertices >> cycle[0];
  std::string arrow;
  for (std::int32_t v = 0; vertices >> arrow >> v;) cycle.push_back(v);
  std::int64_t sum = 0;
  for (std::size_t n = 0; n + 1 < cycle.size(); ++n) {
    Distance weight = 0;
    char comma = 0;
    rest >> weight >> comma;
    const Edge edge{cycle[n], cycle[n + 1], weight};
    if (std::ranges::find(sample.edges, edge) == sample.edges.end()) return false;
    sum += weight;
  }
  const std::set<std::int32_t> different(cycle.begin(), cycle.end());
  return cycle.size() >= 2 && cycle.front() == cycle.back() &&
         different.size() == cycle.size() - 1 && sum < 0 &&
         (cycle.size() == 2 || message.ends_with(", sum " + std::to_string(sum)));
}

/// Numbers of graphs and solves of a campaign.
struct Tally {
  std::size_t graphs = 0;
  std::size_t cycles = 0;   // graphs with a negative cycle
  std::size_t outside = 0;  // graphs with a length that the format does not hold
  std::size_t wide = 0;     // solved in 64 bits
  std::size_t narrow = 0;   // solves in a forced width that is too narrow
  std::size_t exact = 0;    // solves with all rows right
  std::size_t parts = 0;    // solves with the wanted rows, columns and predecessors right
};

/// All vertices, or some in any order, perhaps one of them twice.
RowSet some_vertices(std::size_t vertices, std::mt19937_64& random) {
  if (random() % 3 == 0) return RowSet(vertices);
  std::vector<std::int32_t> some(1 + random() % (vertices + 1));
  for (std::int32_t& v : some) v = static_cast<std::int32_t>(random() % vertices);
  return {vertices, some};
}

/// The wanted rows and columns of a V x V matrix.
std::vector<Distance> part_of(std::span<const Distance> matrix, const RowSet& rows,
                              const RowSet& columns) {
  std::vector<Distance> part;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      part.push_back(matrix[rows.source(r) * rows.vertices() + columns.source(c)]);
    }
  }
  return part;
}

/// Solves once for some sources and targets, with predecessors or without, by any instruction set
/// and method. Returns "" if the outcome is right, else what is wrong.
std::string judge_part(const Graph& graph, const std::optional<std::vector<Distance>>& expected,
                       bool has_cycle, std::mt19937_64& random, Tally& tally) {
  const std::vector<std::string> isas = runnable_isas();
  const Options options = {.isa = isas[random() % isas.size()],
                           .method = kMethods[random() % kMethods.size()]};
  const Problem asked(graph, some_vertices(graph.vertices, random));
  const RowSet targets = some_vertices(graph.vertices, random);
  const bool with_predecessors = random() % 3 > 0;
  MatrixSink distances(targets.size(), asked.rows.size());
  MatrixSink predecessors(targets.size(), asked.rows.size());
  test::Listener observer;
  try {
    const SolvedProblem solved(asked, targets, !with_predecessors);
    SinkChain chain(
        {.distances = &distances, .predecessors = with_predecessors ? &predecessors : nullptr},
        asked, targets, solved.problem(), observer);
    solver_with(options)(solved.problem(), chain.outputs(), observer);
    chain.finish(observer);
  } catch (const Error& error) {
    // A length outside the format may be in a row that is not wanted.
    return error.fault() == Fault::kNoAnswer && (has_cycle || !expected) ? "" : error.what();
  }
  if (has_cycle) return "an answer was given";
  if (!expected) return "";
  ++tally.parts;
  const auto differ = [&](const MatrixSink& found, const std::vector<Distance>& matrix) {
    return !std::ranges::equal(found.distances(), part_of(matrix, asked.rows, targets));
  };
  if (differ(distances, *expected)) return "the distances are wrong";
  if (with_predecessors && differ(predecessors, reference::predecessors(graph))) {
    return "the predecessors are wrong";
  }
  return "";
}

/// Judges a part of the graph, and of the undirected one with its weights less their signs, or with
/// them: there each negative edge is a cycle.
std::string judge_parts(const Sample& sample, const std::optional<std::vector<Distance>>& expected,
                        bool has_cycle, std::uint64_t seed, Tally& tally) {
  std::mt19937_64 random(~seed);
  const std::string wrong = judge_part(sample.graph(), expected, has_cycle, random, tally);
  if (!wrong.empty()) return "a part: " + wrong;
  Sample undirected = sample;
  const bool negative = seed % 5 == 0;
  if (!negative) {
    for (Edge& edge : undirected.edges) edge.weight = std::abs(edge.weight);
  }
  const BothWays both(undirected.graph());
  const auto lengths = reference::distances_by_bellman_ford(both.graph());
  const std::string other = judge_part(both.graph(), lengths, negative, random, tally);
  return other.empty() ? "" : "undirected, a part: " + other;
}

/// Solves once. Returns "" if the outcome is right, else what is wrong.
std::string judge(const Sample& sample, const std::optional<std::vector<Distance>>& expected,
                  bool has_cycle, std::optional<Method> method, Arithmetic arithmetic,
                  Tally& tally) {
  MatrixSink sink(sample.vertices);
  const Graph graph = sample.graph();
  VerifySink verifier(sink, graph, sample.vertices, 1);
  test::Listener observer;
  try {
    solver_by(method, arithmetic)(graph, {verifier}, observer);
  } catch (const Error& error) {
    std::string message = error.what();
    if (std::ranges::count(sink.distances(), MatrixSink::kNotWritten) !=
        std::ssize(sink.distances())) {
      return "rows were put before: " + message;
    }
    if (error.fault() != Fault::kNoAnswer) return message;
    if (has_cycle) return names_negative_cycle(message, sample) ? "" : message;
    const bool outside = message.starts_with("a length does not fit the distance file: ");
    if (outside) return expected ? message : "";
    ++tally.narrow;
    return arithmetic && message.starts_with("arithmetic ") ? "" : message;
  }
  if (!expected) return "an answer was given";
  if (!std::ranges::equal(sink.distances(), *expected)) return "the distances are wrong";
  verifier.finish(observer);
  tally.wide += observer.text("arithmetic") == "s64" ? 1 : 0;
  ++tally.exact;
  return "";
}

/// Judges graph number `seed` in every method and width.
std::string judge_all(std::uint64_t seed, Tally& tally) {
  const Sample sample = graph_for(seed);
  const auto expected = reference::distances_by_bellman_ford(sample.graph());
  if (expected != reference::distances(sample.graph())) return "the oracles differ";
  const std::vector<reference::Length> lengths = reference::floyd_warshall(sample.graph());
  bool has_cycle = false;
  for (std::size_t v = 0; v < sample.vertices; ++v) {
    has_cycle = has_cycle || lengths[v * sample.vertices + v] < 0;
  }
  ++tally.graphs;
  tally.cycles += has_cycle ? 1 : 0;
  tally.outside += !has_cycle && !expected ? 1 : 0;
  for (const Method method : kMethods) {
    for (const Arithmetic arithmetic :
         {Arithmetic(), Arithmetic(Width::kU8), Arithmetic(Width::kU16), Arithmetic(Width::kS32)}) {
      const std::string wrong = judge(sample, expected, has_cycle, method, arithmetic, tally);
      if (!wrong.empty()) {
        return std::string(name(method)) + ", " +
               (arithmetic ? std::string(apsp::name(*arithmetic)) : "auto") + ": " + wrong;
      }
    }
  }
  return judge_parts(sample, expected, has_cycle, seed, tally);
}

/// Graphs [first, first + count), in parallel: each solve has one thread.
Tally campaign(std::uint64_t first, std::size_t count) {
  Tally total;
  std::mutex mutex;
  constexpr std::size_t kBlock = 100;
  parallel_for((count + kBlock - 1) / kBlock, [&](std::size_t block) {
    Tally tally;
    for (std::size_t n = block * kBlock; n < std::min(count, (block + 1) * kBlock); ++n) {
      const std::string wrong = judge_all(first + n, tally);
      if (wrong.empty()) continue;
      throw Error(Fault::kInternal, "seed " + std::to_string(first + n) + ": " + wrong);
    }
    const std::lock_guard lock(mutex);
    total.graphs += tally.graphs;
    total.cycles += tally.cycles;
    total.outside += tally.outside;
    total.wide += tally.wide;
    total.narrow += tally.narrow;
    total.exact += tally.exact;
    total.parts += tally.parts;
  });
  return total;
}

/// The sizes of the parts, so that none of a large campaign is empty.
void require_varied(const Tally& tally) {
  INFO(tally.graphs << " graphs, " << tally.cycles << " with a negative cycle, " << tally.outside
                    << " with a length out of range; solves: " << tally.exact << " exact, "
                    << tally.wide << " of them in 64 bits, " << tally.narrow << " too narrow; "
                    << tally.parts << " of parts");
  CHECK(tally.cycles > tally.graphs / 7);
  CHECK(tally.cycles < tally.graphs / 3);
  CHECK(tally.narrow > tally.graphs / 100);
  CHECK(tally.exact > 4 * tally.graphs);
  CHECK(tally.parts > tally.graphs);
  constexpr std::size_t kLarge = 1000;
  if (tally.graphs < kLarge) return;
  CHECK(tally.outside > tally.graphs / 100);
  CHECK(tally.wide > tally.graphs / 200);
}

/// Each is solved twelve times; a solve that asks for memory so often takes half a millisecond.
constexpr std::size_t kGraphs = test::kTakesAddressSpace ? 100 : 2'000;

TEST_CASE("small graphs with negative weights in every method and width") {
  require_varied(campaign(0, kGraphs));
}

TEST_CASE("many more small graphs below zero", "[.][campaign]") {
  const char* const wanted = std::getenv("APSP_CAMPAIGN_GRAPHS");
  const std::size_t graphs = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 100'000;
  require_varied(campaign(kGraphs, graphs));
}

TEST_CASE("graphs of several tiles with negative weights", "[sweep]") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    std::mt19937_64 random(seed);
    const std::size_t vertices = 60 + random() % 150;
    const std::int64_t high = seed % 3 == 0 ? 5 : seed % 3 == 1 ? 400 : 4'000'000;
    const Sample sample =
        by_heights(vertices, vertices * (seed % 2 == 0 ? 2 : 20), high, 10 * high, random);
    INFO("seed " << seed << ", V = " << vertices);
    for (const Method method : kMethods) {
      (void)test::require_exact(sample, solver_by(method, {}));
      test::require_same_summary(sample, solver_by(method, {}));
    }
  }
}

}  // namespace
}  // namespace apsp::cpu
