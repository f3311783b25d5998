// SPDX-License-Identifier: MIT
#include "common/sparse/customization.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <random>

#include "common/oracle/reference.hpp"
#include "common/sparse/lengths_from.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pair_lengths.hpp"
#include "common/sparse/row_search.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

using namespace apsp;
using sparse::Customization;
using sparse::EliminationTree;
using sparse::LengthsFrom;
using sparse::PairLengths;
using test::Sample;

namespace {

std::vector<RealEdge> edges_of(const Sample& sample) {
  std::vector<RealEdge> edges;
  for (const Edge& e : sample.edges) {
    edges.push_back({e.source, e.destination, static_cast<double>(e.weight)});
  }
  return edges;
}

EliminationTree tree_of_all(const Sample& sample) {
  const sparse::Pattern pattern = sparse::pattern_of(sample.graph());
  return sparse::analyse(pattern, sparse::minimum_degree(pattern));
}

std::vector<double> weights_of(const std::vector<RealEdge>& edges) {
  std::vector<double> weights;
  weights.reserve(edges.size());
  for (const RealEdge& edge : edges) weights.push_back(edge.weight);
  return weights;
}

/// All pairs against the triple loop in 64 bits; in memory for many labels, and for two.
void require_lengths(const Sample& sample, const EliminationTree& tree,
                     const Customization& customization) {
  const std::size_t vertices = sample.vertices;
  const std::vector<reference::Length> expected = reference::floyd_warshall(sample.graph());
  std::vector<Pair> pairs;
  for (std::size_t s = 0; s < vertices; ++s) {
    for (std::size_t t = 0; t < vertices; ++t) {
      pairs.push_back({static_cast<std::int32_t>(s), static_cast<std::int32_t>(t)});
    }
  }
  const PairLengths query(tree);
  const auto require = [&](std::span<const Pair> asked, std::size_t bytes) {
    std::vector<double> found(asked.size(), -1);
    query.find(customization.lengths(), asked, found, bytes);
    for (std::size_t n = 0; n < asked.size(); ++n) {
      const reference::Length length =
          expected[static_cast<std::size_t>(asked[n].source) * vertices +
                   static_cast<std::size_t>(asked[n].destination)];
      INFO("from " << asked[n].source << " to " << asked[n].destination << ", " << bytes
                   << " bytes");
      REQUIRE(found[n] == (length == reference::kNoPath ? std::numeric_limits<double>::infinity()
                                                        : static_cast<double>(length)));
    }
  };
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{3000}, std::size_t{1} << 28}) {
    require(pairs, bytes);
  }
  for (std::size_t n = 0; n < pairs.size(); n += 1 + pairs.size() / 7) {  // each alone
    require(std::span(pairs).subspan(n, 1), std::size_t{1} << 28);
  }
  LengthsFrom lengths(tree);
  for (std::size_t s = vertices; s-- > 0;) {
    lengths.restart(customization.lengths(), static_cast<std::int32_t>(s));
    for (std::size_t n = 0; n < vertices; ++n) {
      const std::size_t t = (7 * n + s) % vertices;
      const reference::Length length = expected[s * vertices + t];
      INFO("from " << s << " to " << t);
      REQUIRE(lengths[t] == (length == reference::kNoPath ? LengthsFrom::kNoPath : length));
    }
  }
}

Sample some_graph(std::mt19937& random, std::uint32_t seed) {
  const Distance high = std::vector<Distance>{0, 1, 9, 1000, kUnreachable - 1}[random() % 5];
  const std::size_t vertices = random() % 50;
  switch (random() % 4) {
    case 0:
      return test::grid(1 + vertices / 7, 7, high, seed);
    case 1:
      return test::weighing(test::star(1 + vertices, random() % 2 == 0), high);
    default:
      return test::random_sample(vertices, random() % (3 * vertices + 1), 0, high, seed);
  }
}

}  // namespace

TEST_CASE("lengths of pairs are those of the oracle", "[sparse]") {
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    std::mt19937 random(seed);
    const Sample sample = some_graph(random, seed);
    INFO("seed " << seed << ", V = " << sample.vertices << ", E = " << sample.edges.size());
    const EliminationTree tree = tree_of_all(sample);
    require_lengths(sample, tree, Customization(edges_of(sample), tree));
  }
}

TEST_CASE("a pair among many vertices has the length of the oracle", "[sparse]") {
  // So many that a label is made from its vertex up, not with those of all ancestors.
  constexpr std::size_t kOthers = 30'000;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 10 + random() % 40;
    Sample sample =
        test::random_sample(vertices, vertices + random() % (4 * vertices), 0, 1000, seed);
    const std::vector<reference::Length> expected = reference::floyd_warshall(sample.graph());
    sample.vertices += kOthers;
    const EliminationTree tree = tree_of_all(sample);
    const Customization customization(edges_of(sample), tree);
    const PairLengths query(tree);
    for (std::size_t n = 0; n < expected.size(); ++n) {
      const auto s = static_cast<std::int32_t>(n / vertices);
      const auto t = static_cast<std::int32_t>(n % vertices);
      INFO("seed " << seed << ", V = " << vertices << ", from " << s << " to " << t);
      double found = -1;
      query.find(customization.lengths(), std::array{Pair{s, t}}, std::span(&found, 1));
      REQUIRE(found == (expected[n] == reference::kNoPath ? kInfinity<double>
                                                          : static_cast<double>(expected[n])));
    }
  }
}

TEST_CASE("pairs have the lengths of searches, one by one and many together", "[sparse]") {
  // A separator of a grid is a supernode of many vertices; so is a clique, of other sizes with what
  // hangs on it. Labels of few pairs are made alone, those of many together.
  Sample clique = test::cliques_with_a_bridge(30);
  const auto tails = static_cast<std::int32_t>(clique.vertices);
  clique.vertices += 600;
  for (std::int32_t v = tails; v < static_cast<std::int32_t>(clique.vertices); ++v) {
    clique.edges.push_back({v, v - tails, 1 + v % 7});
    clique.edges.push_back({v - tails, v, 1 + v % 5});
  }
  for (const Sample& sample : {test::grid(40, 40, 1000, 3), test::grid(9, 200, 3, 4), clique}) {
    const EliminationTree tree = tree_of_all(sample);
    const Customization customization(edges_of(sample), tree);
    const sparse::SearchGraph graph(sample.graph());
    sparse::RowSearch search(graph);
    std::vector<Pair> pairs;
    std::vector<double> expected;
    for (std::size_t s = 0; s < sample.vertices; s += 1 + sample.vertices / 20) {
      std::vector<Distance> row(sample.vertices, kUnreachable);
      (void)search.run(s, row.data());
      for (std::size_t t = 0; t < sample.vertices; ++t) {
        pairs.push_back({static_cast<std::int32_t>(s), static_cast<std::int32_t>(t)});
        expected.push_back(row[t] == kUnreachable ? kInfinity<double> : row[t]);
      }
    }
    const PairLengths query(tree);
    std::vector<double> found(pairs.size(), -1);
    query.find(customization.lengths(), pairs, found);
    REQUIRE(found == expected);
    for (const std::size_t together : {1, 3, 40}) {
      std::fill(found.begin(), found.end(), -1);
      for (std::size_t n = 0; n + together <= pairs.size(); n += 11 * together) {
        query.find(customization.lengths(), std::span(pairs).subspan(n, together),
                   std::span(found).subspan(n, together));
        for (std::size_t i = n; i < n + together; ++i) {
          INFO("V = " << sample.vertices << ", from " << pairs[i].source << " to "
                      << pairs[i].destination << ", " << together << " together");
          REQUIRE(found[i] == expected[i]);
        }
      }
    }
  }
}

TEST_CASE("lengths of pairs of a long chain are found by way of few jumps", "[sparse]") {
  constexpr std::size_t kVertices = 3000;
  const Sample sample = test::chain(std::vector<Distance>(kVertices - 1, 2));
  const EliminationTree tree = tree_of_all(sample);
  const Customization customization(edges_of(sample), tree);
  std::vector<Pair> pairs;
  pairs.resize(5000);
  std::mt19937 random(7);
  for (Pair& pair : pairs) {
    pair = {static_cast<std::int32_t>(random() % kVertices),
            static_cast<std::int32_t>(random() % kVertices)};
  }
  std::vector<double> found(pairs.size());
  PairLengths(tree).find(customization.lengths(), pairs, found);
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    const auto [from, to] = pairs[n];
    REQUIRE(found[n] == (from <= to ? 2.0 * (to - from) : kInfinity<double>));
  }
}

TEST_CASE("after updates the lengths are those of the weights there are", "[sparse]") {
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    Sample sample = some_graph(random, seed);
    if (sample.edges.empty()) continue;
    const EliminationTree tree = tree_of_all(sample);
    Customization customization(edges_of(sample), tree);
    for (int round = 0; round < 25; ++round) {
      INFO("seed " << seed << ", round " << round << ", V = " << sample.vertices
                   << ", E = " << sample.edges.size());
      std::vector<std::size_t> edges;
      std::vector<double> weights;
      const std::size_t most = round % 3 == 0 ? 1 : sample.edges.size();
      for (std::size_t n = 1 + random() % most; n > 0; --n) {
        edges.push_back(random() % sample.edges.size());
        const auto weight = static_cast<Distance>(random() % (random() % 2 == 0 ? 4 : 2000));
        weights.push_back(weight);
        sample.edges[edges.back()].weight = weight;
      }
      customization.update(edges, weights);
      const Customization fresh(edges_of(sample), tree);
      REQUIRE(customization.lengths().rising == fresh.lengths().rising);
      REQUIRE(customization.lengths().falling == fresh.lengths().falling);
      if (round % 8 == 0) {
        for (Edge& edge : sample.edges) edge.weight = static_cast<Distance>(random() % 100);
        customization.update(weights_of(edges_of(sample)));
        require_lengths(sample, tree, customization);
      }
    }
  }
}
