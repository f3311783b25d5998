// SPDX-License-Identifier: MIT
#include "common/core/least_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using test::Sample;
using Found = LeastLengths<std::int64_t>;

Found least_lengths_of(const Sample& sample) {
  const CompressedRows<Arc> arcs = compress(sample.vertices, sample.edges);
  return least_lengths<std::int64_t>(arcs, [](const Arc& arc) { return arc.weight; });
}

std::int64_t lightest(const Sample& sample, std::int32_t from, std::int32_t to) {
  std::int64_t least = std::int64_t{kUnreachable};
  for (const Edge& e : sample.edges) {
    if (e.source == from && e.destination == to) least = std::min<std::int64_t>(least, e.weight);
  }
  return least;
}

/// Proves the lengths: no edge lowers one, and each is that of the way along the parents.
void require_least(const Sample& sample, const Found& found) {
  REQUIRE(found.cycle.empty());
  const auto length = [&](std::int32_t v) { return found.lengths[static_cast<std::size_t>(v)]; };
  std::vector<bool> tight(sample.vertices, false);
  std::size_t lowering = 0;
  for (const Edge& e : sample.edges) {
    lowering += length(e.source) + e.weight < length(e.destination) ? 1U : 0U;
    if (found.parents[static_cast<std::size_t>(e.destination)] != e.source) continue;
    if (length(e.source) + e.weight == length(e.destination)) {
      tight[static_cast<std::size_t>(e.destination)] = true;
    }
  }
  REQUIRE(lowering == 0);
  for (std::size_t v = 0; v < sample.vertices; ++v) {
    if (found.parents[v] == Found::kNone ? found.lengths[v] == 0 : tight[v]) continue;
    FAIL("vertex " << v << " has length " << found.lengths[v] << ", which no path has");
  }
}

/// Proves the cycle: different vertices, the smallest first, joined by edges of a negative sum.
void require_negative(const Sample& sample, const std::vector<std::int32_t>& cycle) {
  REQUIRE_FALSE(cycle.empty());
  REQUIRE(*std::ranges::min_element(cycle) == cycle.front());
  std::vector<std::int32_t> sorted = cycle;
  std::ranges::sort(sorted);
  REQUIRE(std::ranges::adjacent_find(sorted) == sorted.end());
  std::int64_t length = 0;
  for (std::size_t n = 0; n < cycle.size(); ++n) {
    length += lightest(sample, cycle[n], cycle[n + 1 == cycle.size() ? 0 : n + 1]);
  }
  REQUIRE(length < 0);
}

std::vector<std::int32_t> permutation(std::size_t size, std::mt19937& random) {
  std::vector<std::int32_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::shuffle(numbers.begin(), numbers.end(), random);
  return numbers;
}

std::uint32_t seed_of(std::mt19937& random) {
  return static_cast<std::uint32_t>(random());
}

/// Adds differences of heights in [0, most], so that cycles keep their lengths.
Sample lifted(Sample sample, std::uint32_t most, std::mt19937& random) {
  std::vector<Distance> heights(sample.vertices);
  for (Distance& height : heights) height = static_cast<Distance>(random() % (most + 1));
  for (Edge& e : sample.edges) {
    e.weight += heights[static_cast<std::size_t>(e.source)] -
                heights[static_cast<std::size_t>(e.destination)];
  }
  return sample;
}

Sample chain_of(std::size_t vertices, const std::function<Distance(std::size_t)>& weight) {
  std::vector<Distance> weights(vertices - 1);
  for (std::size_t n = 0; n < weights.size(); ++n) weights[n] = weight(n);
  return test::chain(weights);
}

/// With every edge also the other way, as much longer than its opposite would be.
Sample with_opposites(Sample sample) {
  const std::size_t edges = sample.edges.size();
  for (std::size_t e = 0; e < edges; ++e) {
    const Edge edge = sample.edges[e];
    sample.edges.push_back({edge.destination, edge.source, -edge.weight});
  }
  return sample;
}

/// Graphs without a negative cycle on which a queue of the fallen scans each vertex V / 8 times and
/// more, or would from other numbers of the vertices.
std::map<std::string, Sample> hard_samples(std::size_t vertices, std::mt19937& random) {
  const auto number = [](std::size_t v) { return static_cast<std::int32_t>(v); };
  std::map<std::string, Sample> samples;
  samples["chain"] = chain_of(vertices, [](std::size_t) { return -1; });
  samples["chain with a way back"] = samples["chain"];
  samples["chain with a way back"].edges.push_back(
      {number(vertices - 1), 0, static_cast<Distance>(vertices)});
  samples["chain and its opposite"] = with_opposites(samples["chain"]);
  samples["chain that falls seldom"] = chain_of(vertices, [](std::size_t n) {
    return n % 20 == 0 ? -10000 : n % 2 == 0 ? -1 : 2;
  });
  Sample tree{vertices, {}};
  for (std::size_t v = 1; v < vertices; ++v) {
    tree.edges.push_back({number(random() % v), number(v), -static_cast<Distance>(random() % 9)});
  }
  samples["tree"] = tree;
  samples["tree and its opposite"] = with_opposites(tree);
  Sample hidden = test::ring(vertices, 1 << 20);
  const std::vector<std::int32_t> order = permutation(vertices, random);
  for (std::size_t n = 1; n < vertices; ++n) {
    hidden.edges.push_back({order[n - 1], order[n], n % 3 == 0 ? 2 : -2});
  }
  samples["path hidden in a ring"] = hidden;
  const std::size_t side = 1 + static_cast<std::size_t>(std::sqrt(static_cast<double>(vertices)));
  samples["grid"] = lifted(test::grid(side, side, 99, 5), 10000, random);
  Sample slope = test::grid(side, side, 99, 6);
  for (Edge& e : slope.edges) e.weight += 50 * (e.source < e.destination ? -1 : 1);
  samples["slope"] = slope;
  return samples;
}

TEST_CASE("least lengths are those of the oracle, or a negative cycle is named", "[potentials]") {
  std::size_t cycles = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + seed % 25;
    const Sample sample = lifted(
        test::random_sample(vertices, seed * 7 % 120, seed % 4 == 0 ? -1 : 0, 4, seed), 9, random);
    const Found found = least_lengths_of(sample);
    if (!found.cycle.empty()) {
      require_negative(sample, found.cycle);
      ++cycles;
      continue;
    }
    require_least(sample, found);
    const std::vector<reference::Length> exact = reference::floyd_warshall(sample.graph());
    for (std::size_t v = 0; v < vertices; ++v) {
      reference::Length least = 0;
      for (std::size_t u = 0; u < vertices; ++u) least = std::min(least, exact[u * vertices + v]);
      REQUIRE(found.lengths[v] == least);
    }
  }
  REQUIRE(cycles > 50);
  REQUIRE(cycles < 150);
}

TEST_CASE("a few scans a vertex do in every order of the vertices", "[potentials]") {
  constexpr std::size_t kVertices = 3000;
  constexpr std::size_t kScans = 12;  // a vertex
  std::mt19937 random(11);
  for (const auto& [name, sample] : hard_samples(kVertices, random)) {
    for (const bool ordered : {true, false}) {
      INFO(name << (ordered ? "" : ", shuffled"));
      const Sample numbered = ordered ? sample : test::shuffled(sample, seed_of(random));
      const Found found = least_lengths_of(numbered);
      require_least(numbered, found);
      REQUIRE(found.scans <= kScans * numbered.vertices);
    }
  }
}

TEST_CASE("without a cycle every vertex is scanned once", "[potentials]") {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    Sample sample = test::random_sample(500, 3000, -1000, 1000, seed);
    std::erase_if(sample.edges, [](const Edge& e) { return e.source == e.destination; });
    for (Edge& e : sample.edges) {
      if (e.source > e.destination) std::swap(e.source, e.destination);
    }
    sample = test::shuffled(sample, seed_of(random));
    const Found found = least_lengths_of(sample);
    require_least(sample, found);
    REQUIRE(found.scans == sample.vertices);
  }
}

TEST_CASE("a negative cycle is found wherever it lies, one of length 0 is none", "[potentials]") {
  constexpr std::size_t kVertices = 1000;
  std::mt19937 random(3);
  for (const auto& [name, sample] : hard_samples(kVertices, random)) {
    for (const std::size_t size : {1, 2, 7, 700}) {
      for (const Distance sum : {0, -1}) {
        INFO(name << ", a cycle of " << size << " edges and length " << sum);
        Sample with = sample;
        const std::vector<std::int32_t> order = permutation(sample.vertices, random);
        const Found before = least_lengths_of(sample);
        // By the potentials of the graph no edge is below 0, and the cycle's are all 0 but one.
        for (std::size_t n = 0; n < size; ++n) {
          const std::int32_t from = order[n];
          const std::int32_t to = order[n + 1 == size ? 0 : n + 1];
          const std::int64_t rise = before.lengths[static_cast<std::size_t>(to)] -
                                    before.lengths[static_cast<std::size_t>(from)];
          with.edges.push_back({from, to, static_cast<Distance>(rise + (n == 0 ? sum : 0))});
        }
        with = test::shuffled(with, seed_of(random));
        const Found found = least_lengths_of(with);
        if (sum == 0) {
          require_least(with, found);
        } else {
          require_negative(with, found.cycle);
        }
      }
    }
  }
}

}  // namespace
}  // namespace apsp
