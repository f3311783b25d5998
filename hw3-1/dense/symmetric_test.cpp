// SPDX-License-Identifier: MIT
// Symmetric graphs, which half of the tiles are enough for: the bytes of the whole way and of the
// oracle, whether the graph is known to be symmetric or found out to be; and graphs that are nearly
// symmetric.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/core/both_ways.hpp"
#include "common/core/dense_weights.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_matrix.hpp"
#include "common/testing/test_sanitizer.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"
#include "hw3-1/dense/exactness.hpp"
#include "hw3-1/dense/floyd_warshall.hpp"
#include "hw3-1/dense/tile_matrix.hpp"
#include "hw3-1/kernels/kernels.hpp"
#include "hw3-1/kernels/transpose.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using test::kArithmetics;
using test::Listener;
using test::random_sample;
using test::Sample;

constexpr std::array<std::size_t, 10> kSizes = {0, 1, 2, 63, 64, 65, 127, 128, 129, 300};
/// Both directions of every edge, in any order.
Sample doubled(const Sample& sample, std::uint32_t seed = 1) {
  Sample both = sample;
  for (const Edge& e : sample.edges) both.edges.push_back({e.destination, e.source, e.weight});
  std::shuffle(both.edges.begin(), both.edges.end(), std::mt19937(seed));
  return both;
}

/// Symmetric graphs whose distances fit every width.
std::map<std::string, Sample> symmetric_samples(std::size_t vertices, std::uint32_t& seed) {
  std::map<std::string, Sample> samples = test::samples_of(vertices, seed);
  for (auto& [kind, sample] : samples) sample = doubled(sample, ++seed);
  return samples;
}

/// Names the first element that differs: all of them are too many to print.
void require_same(std::span<const Distance> found, std::span<const Distance> expected,
                  std::size_t vertices) {
  REQUIRE(found.size() == expected.size());
  const auto [at, there] = std::ranges::mismatch(found, expected);
  if (at == found.end()) return;
  const auto x = static_cast<std::size_t>(at - found.begin());
  FAIL("row " << x / vertices << ", column " << x % vertices << ": found " << *at << ", expected "
              << *there);
}

struct Outcome {
  std::vector<Distance> rows;
  Extent extent;
  Extent extent_of_some;
  std::optional<Clipped> clipped;
};

/// Closes a matrix, and reads it in every way there is.
template <typename Element>
Outcome closed(TileMatrix<Element> matrix, const Graph& graph, const RowSet& some,
               const KernelSet& kernels) {
  Observer observer;
  Pages<std::byte> workspace = make_workspace<Element>(graph.vertices, kernels);
  close_matrix(matrix, workspace, kernels, observer);
  Outcome outcome;
  outcome.rows.resize(graph.vertices * graph.vertices);
  matrix.widen(kernels.of<Element>(), 0, graph.vertices, outcome.rows.data());
  for (const std::size_t count : {1, 3, 8}) {  // as rows that leave are asked for
    std::vector<Distance> rows(count * graph.vertices);
    for (std::size_t v = 0; v + count <= graph.vertices; v += 13) {
      matrix.widen(kernels.of<Element>(), v, count, rows.data());
      const auto expected = std::span(outcome.rows).subspan(v * graph.vertices, rows.size());
      REQUIRE(std::ranges::equal(rows, expected));
    }
  }
  outcome.extent = extent(matrix, RowSet(graph.vertices));
  outcome.extent_of_some = extent(matrix, some);
  outcome.clipped = first_clipped(matrix, graph, some);
  return outcome;
}

/// The triangle, and the whole matrix that is found to be symmetric, against the whole way.
template <typename Element>
void require_whole_way(const Sample& sample, const KernelSet& kernels) {
  const Graph graph = sample.graph();
  std::mt19937 random(1);
  const RowSet some = test::some_rows(graph.vertices, random);
  TileMatrix<Element> whole(graph.vertices);
  whole.scatter(graph);
  REQUIRE(!whole.symmetric());
  const Outcome expected = closed(std::move(whole), graph, some, kernels);
  TileMatrix<Element> found(graph.vertices);
  found.scatter(graph);
  found.find_symmetry();
  auto triangle = TileMatrix<Element>::triangle(graph.vertices);
  triangle.scatter(graph);
  for (TileMatrix<Element>* matrix : {&found, &triangle}) {
    INFO((matrix == &found ? "found out" : "triangle"));
    REQUIRE(matrix->symmetric());
    const Outcome outcome = closed(std::move(*matrix), graph, some, kernels);
    require_same(outcome.rows, expected.rows, graph.vertices);
    for (const auto member : {&Outcome::extent, &Outcome::extent_of_some}) {
      REQUIRE((outcome.*member).largest == (expected.*member).largest);
      REQUIRE((outcome.*member).complete == (expected.*member).complete);
    }
    REQUIRE(outcome.clipped == expected.clipped);
  }
}

void require_whole_way(const Sample& sample, const std::string& isa) {
  const KernelSet& kernels = choose_kernels(isa);
  require_whole_way<std::uint8_t>(sample, kernels);
  require_whole_way<std::uint16_t>(sample, kernels);
  require_whole_way<std::int32_t>(sample, kernels);
}

template <typename Element>
void check_transpose() {
  std::mt19937 random(1);
  alignas(64) std::array<Element, kTile * kTile> in;
  alignas(64) std::array<Element, kTile * kTile> out;
  for (Element& x : in) x = static_cast<Element>(random());
  transpose_tile(in.data(), out.data());
  for (std::size_t i = 0; i < kTile; ++i) {
    for (std::size_t j = 0; j < kTile; ++j) REQUIRE(out[i * kTile + j] == in[j * kTile + i]);
  }
}

/// Solves by the dense method.
test::Solver dense(const std::string& isa = "", Arithmetic arithmetic = {}) {
  return solver_with({.isa = isa, .method = Method::kDense}, arithmetic);
}

bool took_half(const Listener& listener) {
  return listener.facts.contains("symmetric");
}

}  // namespace

TEST_CASE("a tile is transposed, of every element", "[symmetric]") {
  check_transpose<std::uint8_t>();
  check_transpose<std::uint16_t>();
  check_transpose<std::int32_t>();
  check_transpose<double>();
}

TEST_CASE("half of the tiles of a symmetric graph are closed as all of them", "[symmetric]") {
  std::uint32_t seed = 7000;
  std::size_t turn = 0;
  for (const std::size_t vertices : kSizes) {
    for (const auto& [kind, sample] : symmetric_samples(vertices, seed)) {
      std::vector<std::string> isas = runnable_isas();
      // Under a sanitizer the sets take turns.
      if (test::kTakesAddressSpace) isas = {isas[turn++ % isas.size()]};
      for (const std::string& isa : isas) {
        const int threads = 1 + static_cast<int>(seed % 4);
        INFO("V = " << vertices << ", " << kind << ", " << isa << ", " << threads << " threads");
        test::with_threads(threads, [&, &graph = sample] { require_whole_way(graph, isa); });
      }
    }
  }
}

TEST_CASE("half of the tiles with any number of threads", "[symmetric]") {
  const Sample random = doubled(random_sample(450, 9000, 0, 60, 1));
  const Sample band = doubled(test::band(450, 20, 3, true, 9, 2));
  for (int threads = 1; threads <= 8; ++threads) {
    INFO(threads << " threads");
    test::with_threads(threads, [&] {
      require_whole_way(random, "");
      require_whole_way(band, "");
    });
  }
}

TEST_CASE("half of the tiles in rounds four tiles deep", "[symmetric][long]") {
  for (const std::size_t vertices : {2047, 2240}) {  // 32 and 35 tiles
    for (const Sample& sample : {doubled(random_sample(vertices, 9 * vertices, 0, 40, 3)),
                                 doubled(test::band(vertices, 90, 2, true, 3, 4))}) {
      INFO("V = " << vertices);
      test::with_threads(3, [&] {
        require_whole_way<std::uint8_t>(sample, choose_kernels(""));
        require_whole_way<std::uint16_t>(sample, choose_kernels(""));
      });
    }
  }
}

TEST_CASE("clipped lengths of a symmetric graph are those of the whole way", "[symmetric]") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const std::size_t vertices = 50 + seed * 50;
    INFO("seed " << seed);
    require_whole_way<std::uint8_t>(doubled(random_sample(vertices, vertices * 2, 0, 90, seed)),
                                    choose_kernels(""));
  }
}

TEST_CASE("symmetric graphs are exact, in every instruction set and width", "[symmetric][long]") {
  std::uint32_t seed = 8000;
  for (const std::size_t vertices : kSizes) {
    for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
      const Sample both = doubled(sample, ++seed);
      const auto expected = reference::distances(both.graph()).value();
      for (const std::string& isa : runnable_isas()) {
        for (const Arithmetic arithmetic : kArithmetics) {
          INFO("V = " << vertices << ", " << kind << ", " << isa);
          for (const auto& [edges, solve] :
               {std::pair{&both, dense(isa, arithmetic)},
                std::pair{&sample, test::both_ways(dense(isa, arithmetic))}}) {
            Listener listener;
            require_same(test::solved(*edges, solve, listener), expected, vertices);
            REQUIRE(took_half(listener) == (vertices > 0));
            REQUIRE(listener.in_order);
            REQUIRE(listener.done == listener.total);
          }
        }
      }
    }
  }
}

TEST_CASE("of repeated edges the smallest makes a graph symmetric", "[symmetric]") {
  Sample sample = random_sample(200, 6000, 0, 50, 11);
  Sample both = doubled(sample);
  for (std::size_t e = 0; e < 3000; e += 7) {  // heavier ones, one way
    both.edges.push_back(sample.edges[e]);
    both.edges.back().weight += 5;
  }
  REQUIRE(took_half(test::require_exact(both, dense())));
}

TEST_CASE("a graph that is nearly symmetric takes the whole way", "[symmetric]") {
  for (const std::size_t vertices : {2, 65, 129, 300}) {
    const auto last = static_cast<std::int32_t>(vertices - 1);
    const Sample both = doubled(random_sample(vertices, vertices * 3, 5, 40, 12));
    for (const auto& [from, to] : {std::pair{0, last}, std::pair{last, 0}, std::pair{0, 1}}) {
      INFO("V = " << vertices << ", from " << from << " to " << to);
      Sample one_more = both;
      one_more.edges.push_back({from, to, 1});
      const Listener listener = test::require_exact(one_more, dense());
      REQUIRE(!took_half(listener));
      Sample one_lighter = both;
      one_lighter.edges.push_back({from, to, 3});
      one_lighter.edges.push_back({to, from, 4});
      REQUIRE(!took_half(test::require_exact(one_lighter, dense())));
      one_lighter.edges.push_back({to, from, 3});
      REQUIRE(took_half(test::require_exact(one_lighter, dense())));
    }
  }
}

TEST_CASE("some rows and the summary of symmetric graphs", "[symmetric]") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 300;
    const std::array<Distance, 4> tops = {3, 40, 9'000, 400'000};
    const Sample sample =
        doubled(random_sample(vertices, random() % (vertices * 6), 0, tops[seed % 4], seed));
    INFO("seed " << seed << ", V = " << vertices);
    REQUIRE(
        took_half(test::require_exact_rows(sample, test::some_rows(vertices, random), dense())));
    test::require_same_summary(sample, dense());
  }
}

TEST_CASE("a symmetric matrix of weights is one triangle, in every type", "[symmetric]") {
  for (const std::size_t vertices : {1, 65, 300}) {
    Sample sample = random_sample(vertices, vertices * vertices, 0, 120, 13);
    const auto check = [&](const auto& weights, bool symmetric) {
      const Graph graph = test::graph_of(weights);
      REQUIRE(graph.symmetric() == symmetric);
      Listener listener;
      MatrixSink sink(vertices);
      dense()(graph, {sink}, listener);
      REQUIRE(took_half(listener) == symmetric);
      REQUIRE(std::ranges::equal(sink.distances(), reference::distances(sample.graph()).value()));
    };
    const auto check_types = [&](bool symmetric) {
      check(test::weights_of<std::uint8_t>(sample), symmetric);
      check(test::weights_of<std::uint16_t>(sample), symmetric);
      check(test::weights_of<Distance>(sample), symmetric);
    };
    if (vertices > 1) check_types(false);
    sample = doubled(sample);
    check_types(true);
    check(test::weights_of<std::uint8_t>(sample).both_ways(), true);
  }
}

TEST_CASE("a graph that is known to be symmetric takes half of the time and memory",
          "[symmetric]") {
  const Sample sample = random_sample(4096, 200'000, 1, 9, 14);
  const BothWays both(sample.graph());
  const auto planned = [](const Graph& graph) {
    return Backend({.method = Method::kDense}).plan(graph);
  };
  const Plan half = planned(both.graph());
  const Plan whole = planned(doubled(sample).graph());  // not known yet
  REQUIRE(half.pace.relaxations < 0.51 * whole.pace.relaxations);
  // There are as many rounds, in each of which threads wait for each other.
  REQUIRE(*half.predicted(Method::kDense) < 0.6 * *whole.predicted(Method::kDense));
  REQUIRE(100 * half.host_bytes < 70 * whole.host_bytes);
  REQUIRE(100 * TileMatrix<std::uint8_t>::triangle_bytes_for(32768) <
          53 * TileMatrix<std::uint8_t>::bytes_for(32768));
}

}  // namespace apsp::cpu
