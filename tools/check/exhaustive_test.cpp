// SPDX-License-Identifier: MIT
// The proof against the oracle on every small case there is.
#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "common/base/parallel_for.hpp"
#include "common/core/potentials.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_sanitizer.hpp"
#include "tools/check/proof.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::check {
namespace {

using RowList = std::vector<std::size_t>;

constexpr std::size_t kVertices = 3;
constexpr std::size_t kArcs = kVertices * (kVertices - 1);
constexpr Distance kNone = kUnreachable;

/// A sanitizer makes this a hundred times slower: it sees every 61st graph, which has all weights
/// on all arcs, because 61 is prime.
constexpr std::size_t kStride = test::kTakesAddressSpace ? 61 : 1;

/// Results of one share of the pairs. Assertions of Catch2 belong to one thread.
struct Tally {
  std::size_t pairs = 0;
  std::size_t right = 0;  // matrices
  std::size_t missed = 0;
  std::size_t accused = 0;
  std::string first;  // pair that was judged wrongly
};

/// The arcs (0,1), (0,2), (1,0), (1,2), (2,0), (2,1) with the digits of `code` as weights.
template <std::size_t kValues>
std::vector<Edge> edges_of(std::size_t code, const std::array<Distance, kValues>& weights) {
  std::vector<Edge> edges;
  for (std::int32_t u = 0; u < 3; ++u) {
    for (std::int32_t v = 0; v < 3; ++v) {
      if (u == v) continue;
      const Distance weight = weights[code % kValues];
      code /= kValues;
      if (weight != kNone) edges.push_back({u, v, weight});
    }
  }
  return edges;
}

std::string numbers(const std::vector<Distance>& matrix) {
  std::string text;
  for (const Distance d : matrix) text += (d == kNone ? "none" : std::to_string(d)) + " ";
  return text;
}

/// Proves every matrix with these values off the diagonal and 0 on it.
template <std::size_t kValues>
Tally judge_all(const test::TestGraph& g, const std::array<Distance, kValues>& values) {
  constexpr std::size_t kSize = kVertices * kVertices;
  Tally tally;
  const std::vector<Distance> right = g.distances();
  const Potentials potentials(g.graph);
  std::array<std::size_t, kArcs> digits{};
  std::vector<Distance> found(kSize, 0);
  for (bool more = true; more;) {
    std::size_t digit = 0;
    for (std::size_t x = 0; x < kSize; ++x) {
      if (x % (kVertices + 1) != 0) found[x] = values[digits[digit++]];
    }
    RowList expected;
    for (std::size_t i = 0; i < kVertices; ++i) {
      const auto row = [&](const std::vector<Distance>& d) { return d.begin() + 3 * i; };
      if (!std::equal(row(found), row(found) + 3, row(right))) expected.push_back(i);
    }
    const RowList wrong = wrong_rows(g.graph, potentials.values(), found, RowSet(g.graph.vertices));
    ++tally.pairs;
    tally.right += expected.empty() ? 1 : 0;
    for (std::size_t i = 0; i < kVertices; ++i) {
      const bool is_wrong = std::ranges::count(expected, i) > 0;
      const bool is_told = std::ranges::count(wrong, i) > 0;
      tally.missed += is_wrong && !is_told ? 1 : 0;
      tally.accused += is_told && !is_wrong ? 1 : 0;
    }
    if (wrong != expected && tally.first.empty()) {
      for (const Edge& e : g.edges) {
        tally.first += std::to_string(e.source) + "->" + std::to_string(e.destination) + ":" +
                       std::to_string(e.weight) + " ";
      }
      tally.first += "| " + numbers(found) + "| right: " + numbers(right);
    }
    more = false;
    for (std::size_t& d : digits) {
      if (++d < kValues) {
        more = true;
        break;
      }
      d = 0;
    }
  }
  return tally;
}

/// The sum over every graph whose arcs have these weights. Leaves out those without an answer.
template <std::size_t kWeights, std::size_t kValues>
Tally judge_graphs(const std::array<Distance, kWeights>& weights,
                   const std::array<Distance, kValues>& values, std::size_t stride) {
  std::size_t graphs = 1;
  for (std::size_t arc = 0; arc < kArcs; ++arc) graphs *= kWeights;
  Tally total;
  std::mutex mutex;
  parallel_for((graphs + stride - 1) / stride, [&](std::size_t n) {
    const test::TestGraph g(kVertices, edges_of(n * stride, weights));
    if (!reference::distances(g.graph)) return;
    const Tally tally = judge_all(g, values);
    const std::lock_guard lock(mutex);
    total.pairs += tally.pairs;
    total.right += tally.right;
    total.missed += tally.missed;
    total.accused += tally.accused;
    if (total.first.empty()) total.first = tally.first;
  });
  return total;
}

TEST_CASE("every matrix of 0, 1, 2 and none for every graph of three vertices", "[exhaustive]") {
  const Tally tally = judge_graphs(std::array{kNone, 0, 1}, std::array{0, 1, 2, kNone}, kStride);
  if (kStride > 1) WARN("under a sanitizer: " << tally.pairs << " of 2985984 pairs");
  INFO("judged wrongly first: " << tally.first);
  CHECK(tally.missed == 0);
  CHECK(tally.accused == 0);
  // 3^6 graphs and 4^6 matrices, one of which is right: no distance is larger than 2.
  REQUIRE(tally.right == (729 + kStride - 1) / kStride);
  REQUIRE(tally.pairs == tally.right * 4096);
}

TEST_CASE("every matrix of -1, 0, 1 and none for graphs with negative weights", "[exhaustive]") {
  constexpr std::size_t kEvery = 3 * kStride;
  const Tally tally =
      judge_graphs(std::array{kNone, 0, -1, 1}, std::array{-1, 0, 1, kNone}, kEvery);
  INFO("judged wrongly first: " << tally.first);
  CHECK(tally.missed == 0);
  CHECK(tally.accused == 0);
  REQUIRE(tally.pairs > 1'000'000 / kStride);
  REQUIRE(tally.right > 0);
}

/// Every `every`-th graph with weights from -1 to 1 and none, with every matrix of the lengths that
/// they can have.
void require_negative_judged(std::size_t every) {
  const Tally tally =
      judge_graphs(std::array{kNone, 0, -1, 1}, std::array{-2, -1, 0, 1, 2, kNone}, every);
  INFO("judged wrongly first: " << tally.first);
  CHECK(tally.missed == 0);
  CHECK(tally.accused == 0);
  // Each graph has one right matrix, and 6^6 in all.
  REQUIRE(tally.right > 500 / every);
  REQUIRE(tally.pairs == tally.right * 46656);
}

TEST_CASE("matrices of -2 to 2 and none for graphs with negative weights", "[exhaustive]") {
  require_negative_judged(127 * kStride);
}

TEST_CASE("every matrix of -2 to 2 and none for graphs with negative weights",
          "[.][exhaustive][campaign]") {
  require_negative_judged(1);
}

}  // namespace
}  // namespace apsp::check
