// SPDX-License-Identifier: MIT
#include "hw3-1/dense/tile_matrix.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_matrix.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp::cpu {
namespace {

using test::random_sample;
using test::Sample;

/// Row-major, what `scatter` promises.
std::vector<Distance> adjacency(const Sample& sample) {
  std::vector<Distance> rows(sample.vertices * sample.vertices, kUnreachable);
  for (std::size_t v = 0; v < sample.vertices; ++v) rows[v * sample.vertices + v] = 0;
  for (const Edge& e : sample.edges) {
    Distance& known = rows[static_cast<std::size_t>(e.source) * sample.vertices +
                           static_cast<std::size_t>(e.destination)];
    known = std::min(known, e.weight);
  }
  return rows;
}

template <typename Element>
void check_scatter() {
  constexpr Distance kLargest = kInfinity<std::uint8_t> - 1;
  for (const std::size_t vertices : {1, 64, 300}) {
    for (const std::size_t count : {0, 2, 5000, 100000}) {
      Sample sample = random_sample(vertices, count, 0, kLargest, 17);
      for (const bool sorted : {false, true}) {
        if (sorted) std::ranges::sort(sample.edges, {}, &Edge::source);
        if (sorted && count == 5000) std::swap(sample.edges[7], sample.edges[4000]);  // not quite
        for (const int threads : {1, 2, 3, 7}) {
          INFO(8 * sizeof(Element)
               << " bits, " << vertices << " vertices, " << count << (sorted ? " sorted" : "")
               << " edges, " << threads << " threads");
          std::vector<Distance> rows(vertices * vertices);
          test::with_threads(threads, [&] {
            TileMatrix<Element> matrix(vertices);
            matrix.scatter(sample.graph());
            matrix.widen(choose_kernels("").of<Element>(), 0, vertices, rows.data());
          });
          REQUIRE(rows == adjacency(sample));
        }
      }
    }
  }
}

TEST_CASE("of repeated edges the smallest weight counts, with any number of threads") {
  check_scatter<std::uint8_t>();
  check_scatter<std::uint16_t>();
  check_scatter<std::int32_t>();
}

/// Edges that lie as they would be lost if threads wrote to a row side by side: many of one source,
/// in any place, and repeated with smaller weights.
TEST_CASE("edges are not lost where few sources have nearly all of them") {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Sample sample = random_sample(70, 30000, 0, 126, seed);
    std::mt19937 random(seed);
    for (Edge& edge : sample.edges) {
      if (random() % 8 != 0) edge.source = static_cast<std::int32_t>(20 + random() % 2);
    }
    if (seed % 2 == 0) std::ranges::sort(sample.edges, {}, &Edge::source);
    if (seed % 4 == 0) sample.edges.push_back({20, 0, 0});  // after all sources
    for (const int threads : {2, 5}) {
      INFO("seed " << seed << ", " << threads << " threads");
      std::vector<Distance> rows(sample.vertices * sample.vertices);
      test::with_threads(threads, [&] {
        TileMatrix<std::uint8_t> matrix(sample.vertices);
        matrix.scatter(sample.graph());
        matrix.widen(choose_kernels("").of<std::uint8_t>(), 0, sample.vertices, rows.data());
      });
      REQUIRE(rows == adjacency(sample));
    }
  }
}

/// Requires a matrix of weights as the list of its edges, clipped.
template <typename Element, typename Weight>
void check_matrix(std::size_t vertices) {
  constexpr Distance kLargest = sizeof(Weight) == 1 ? 254 : sizeof(Weight) == 2 ? 65534 : 1 << 29;
  Sample sample = random_sample(vertices, 3 * vertices * vertices / 2, 0, 300, 5);
  for (Edge& edge : sample.edges) edge.weight = std::min(edge.weight, kLargest);
  if (vertices > 0) {
    const auto last = static_cast<std::int32_t>(vertices - 1);
    for (const Distance weight : {Distance{kInfinity<Element>} - 1, Distance{kInfinity<Element>},
                                  Distance{kInfinity<Element>} + 1, kLargest}) {
      sample.edges.push_back({0, last, std::min(weight, kLargest)});
    }
  }
  const DenseWeights weights = test::weights_of<Weight>(sample);
  std::vector<Distance> expected = adjacency(sample);
  for (Distance& d : expected) d = d >= kInfinity<Element> ? kUnreachable : d;
  std::vector<Distance> rows(vertices * vertices);
  TileMatrix<Element> matrix(vertices);
  matrix.scatter(test::graph_of(weights));
  matrix.widen(choose_kernels("").of<Element>(), 0, vertices, rows.data());
  INFO(8 * sizeof(Element) << " bits from " << 8 * sizeof(Weight) << ", V " << vertices);
  REQUIRE(rows == expected);
}

TEST_CASE("a matrix of weights is scattered as its edges are, from every type to every width") {
  for (const std::size_t vertices : {0, 1, 2, 63, 64, 65, 130}) {
    check_matrix<std::uint8_t, std::uint8_t>(vertices);
    check_matrix<std::uint8_t, std::uint16_t>(vertices);
    check_matrix<std::uint8_t, Distance>(vertices);
    check_matrix<std::uint16_t, std::uint8_t>(vertices);
    check_matrix<std::uint16_t, std::uint16_t>(vertices);
    check_matrix<std::uint16_t, Distance>(vertices);
    check_matrix<Distance, std::uint8_t>(vertices);
    check_matrix<Distance, std::uint16_t>(vertices);
    check_matrix<Distance, Distance>(vertices);
  }
}

TEST_CASE("the padding of a matrix of weights is infinite") {
  const Sample sample = random_sample(70, 4000, 0, 9, 1);
  const DenseWeights weights = test::weights_of<std::uint8_t>(sample);
  TileMatrix<std::uint16_t> matrix(70);
  matrix.scatter(weights);
  for (std::size_t i = 0; i < 2 * kTile; ++i) {
    for (std::size_t j = 0; j < 2 * kTile; ++j) {
      if (i >= 70 || j >= 70) REQUIRE(*matrix.at(i, j) == kInfinity<std::uint16_t>);
    }
  }
}

}  // namespace
}  // namespace apsp::cpu
