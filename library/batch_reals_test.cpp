// SPDX-License-Identifier: MIT
// The ways that a graph of real weights can take: 16 bits, 32 bits, floating point; and the forms
// of its input. Results must not depend on them, bit for bit.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/solve.hpp"
#include "common/testing/batch_samples.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_columns.hpp"

namespace apsp {
namespace {

using test::Columns;
using test::CopiedEdges;
using test::require_error;
using test::solved;

constexpr std::array<std::size_t, 9> kRealSizes = {0, 1, 2, 31, 32, 33, 64, 65, 130};

/// How the weights of a graph are chosen.
enum class Kind {
  kSmall,         // 0 to 100
  kBorder,        // whole, n times the largest is near 32767
  kWide,          // whole, far beyond 16 bits
  kFraction,      // one fraction among small ones
  kTiny,          // one is a unit beside a whole number
  kNegativeZero,  // some are -0.0
  kFalling,       // negative edges without a negative cycle
  kMixed,         // any
};
constexpr int kKinds = 8;

/// Graphs of real weights by their edges, some of them repeated, and as matrices.
template <typename Element>
struct RealGraphs {
  std::size_t vertices;
  std::vector<WeightedEdge<Element>> edges = {};
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> sizes = {};
  std::vector<Element> matrices = {};
  std::vector<Element> truth_of_edges = {};
  std::vector<Element> truth_of_matrices = {};

  void add(std::size_t n, Kind kind, std::mt19937& random) {
    const std::size_t start = matrices.size();
    matrices.resize(start + vertices * vertices, std::numeric_limits<Element>::quiet_NaN());
    std::vector<Element> by_edges(n * n, kNoPath<Element>);
    for (std::size_t v = 0; v < n; ++v) by_edges[v * n + v] = 0;
    std::vector<Element> by_matrix(n * n, kNoPath<Element>);
    const std::size_t count = n == 0 ? 0 : random() % (n * n + 1);
    for (std::size_t e = 0; e < count; ++e) {
      const std::size_t i = random() % n;
      const std::size_t j = random() % n;
      const Element weight = weight_of(kind, n, e, i, j, random);
      edges.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), weight});
      Element& known = by_edges[i * n + j];
      known = weight < known ? weight : known;
      by_matrix[i * n + j] = weight;
    }
    for (std::size_t x = 0; x < n * n; ++x) {
      matrices[start + x / n * vertices + x % n] = by_matrix[x];
    }
    for (std::size_t v = 0; v < n; ++v) {
      Element& loop = by_matrix[v * n + v];
      loop = loop > 0 ? 0 : loop;
    }
    close(by_edges, n, truth_of_edges);
    close(by_matrix, n, truth_of_matrices);
    offsets.push_back(static_cast<std::int64_t>(edges.size()));
    sizes.push_back(static_cast<std::int32_t>(n));
  }

  static Element weight_of(Kind kind, std::size_t n, std::size_t e, std::size_t i, std::size_t j,
                           std::mt19937& random) {
    const auto small = static_cast<Element>(random() % 101);
    const auto falling = static_cast<Element>(i) - static_cast<Element>(j);
    const std::size_t border = 32767 / n + 1 - random() % 3;  // of n times the weight
    switch (kind) {
      case Kind::kSmall:
        return small;
      case Kind::kBorder:
        return static_cast<Element>(border);
      case Kind::kWide:
        return static_cast<Element>(random() % 4'000'000);
      case Kind::kFraction:
        return e == 3 ? small + Element{0.5} : small;
      case Kind::kTiny:
        return e == 0 ? std::nextafter(Element{7}, Element{8}) : small;
      case Kind::kNegativeZero:
        return random() % 8 == 0 ? -Element{0} : small;
      case Kind::kFalling:
        return 3 * falling + static_cast<Element>(random() % 5);
      case Kind::kMixed:
        break;
    }
    if (random() % 9 == 0) return kNoPath<Element>;
    return std::ldexp(static_cast<Element>(random() % 1000), static_cast<int>(random() % 40) - 20);
  }

  /// Floyd's triple loop on a graph, whose result is appended, padded.
  void close(std::vector<Element>& d, std::size_t n, std::vector<Element>& all) const {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          const Element detour = d[i * n + k] + d[k * n + j];
          if (detour < d[i * n + j]) d[i * n + j] = detour;
        }
      }
    }
    const std::size_t start = all.size();
    all.resize(start + vertices * vertices, kNoPath<Element>);
    for (std::size_t x = 0; x < n * n; ++x) all[start + x / n * vertices + x % n] = d[x];
  }

  [[nodiscard]] EdgeBatch<Element> by_edges() const { return {vertices, edges, offsets, sizes}; }
  [[nodiscard]] EdgeBatch<Element> by(const EdgeTable<Element>& table) const {
    return {.vertices = vertices, .offsets = offsets, .sizes = sizes, .table = &table};
  }
  [[nodiscard]] DenseBatch<Element> by_matrices() const { return {vertices, matrices, sizes}; }
};

template <typename Element>
void require_bits(const std::vector<Element>& found, const std::vector<Element>& truth,
                  std::size_t vertices) {
  using Bits = std::conditional_t<sizeof(Element) == 8, std::uint64_t, std::uint32_t>;
  REQUIRE(found.size() == truth.size());
  for (std::size_t x = 0; x < truth.size(); ++x) {
    if (std::bit_cast<Bits>(found[x]) == std::bit_cast<Bits>(truth[x])) continue;
    FAIL("graph " << x / vertices / vertices << ", row " << x / vertices % vertices << ", column "
                  << x % vertices << ": found " << found[x] << ", expected " << truth[x]);
  }
}

template <typename Element>
void require_every_way(const RealGraphs<Element>& graphs, std::mt19937& random) {
  const CopiedEdges<Element> copied(graphs.edges);
  const std::array<std::ptrdiff_t, 7> strides = {1, 2, 3, 4, 7, -2, -3};
  const Columns<Element, std::int64_t, Element> wide(graphs.edges, strides[random() % 7],
                                                     strides[random() % 7]);
  const Columns<Element, std::int32_t, Element> columns(graphs.edges, strides[random() % 7], 1);
  for (const std::string& isa : instruction_sets()) {
    const int threads = 1 + static_cast<int>(random() % 3);
    INFO("instruction set " << isa << ", threads " << threads << ", N = " << graphs.vertices);
    const BatchSettings settings{.threads = threads, .instruction_set = isa};
    const std::size_t n = graphs.vertices;
    require_bits(solved(graphs.by_matrices(), settings), graphs.truth_of_matrices, n);
    require_bits(solved(graphs.by_edges(), settings), graphs.truth_of_edges, n);
    require_bits(solved(graphs.by(copied), settings), graphs.truth_of_edges, n);
    require_bits(solved(graphs.by(wide), settings), graphs.truth_of_edges, n);
    require_bits(solved(graphs.by(columns), settings), graphs.truth_of_edges, n);
  }
}

template <typename Element>
void require_loop(std::uint32_t seed) {
  INFO("seed " << seed << ", bytes of an element " << sizeof(Element));
  std::mt19937 random(seed);
  for (const std::size_t vertices : kRealSizes) {
    RealGraphs<Element> graphs{vertices};
    const std::size_t count = vertices > 64 ? kKinds : 6 * kKinds;
    for (std::size_t g = 0; g < count; ++g) {
      const auto kind = static_cast<Kind>(g < kKinds ? g : random() % kKinds);
      graphs.add(g % 3 == 2 ? random() % (vertices + 1) : vertices, kind, random);
    }
    require_every_way(graphs, random);
  }
}

}  // namespace

TEST_CASE("real weights have the bits of the triple loop, whatever the way through a batch") {
  const std::uint32_t first = std::random_device{}();
  for (std::uint32_t seed = first; seed != first + 3; ++seed) {
    require_loop<float>(seed);
    require_loop<double>(seed);
  }
}

TEST_CASE("a -0.0 keeps its sign, beside the diagonal and on it") {
  const auto require_sign = [](auto zero) {
    using Element = decltype(zero);
    const std::vector<Element> matrix = {-zero, -zero, 5, 0, 0, 1, 2, 3, 0};
    for (const std::string& isa : instruction_sets()) {
      std::vector<Element> d(9);
      solve_batch(DenseBatch<Element>{3, matrix, {}}, {.instruction_set = isa}, std::span(d));
      REQUIRE(std::signbit(d[0]));
      REQUIRE(std::signbit(d[1]));
      REQUIRE_FALSE(std::signbit(d[3]));
      solve_batch(DenseBatch<Element>{3, matrix, {}},
                  {.instruction_set = isa, .zero_is_no_edge = true}, std::span(d));
      REQUIRE(d[1] == 8);
      REQUIRE_FALSE(std::signbit(d[0]));
    }
  };
  require_sign(0.0F);
  require_sign(0.0);
}

TEST_CASE("NaN and minus infinity are refused beside whole weights, infinity is no edge") {
  const auto require_refused = [](auto zero) {
    using Element = decltype(zero);
    for (const std::string& isa : instruction_sets()) {
      for (const std::size_t n : {2, 31, 32, 33, 64, 65}) {
        for (const Element bad : {std::numeric_limits<Element>::quiet_NaN(), -kNoPath<Element>}) {
          for (const std::size_t at : {std::size_t{1}, n * n - 2}) {
            std::vector<Element> matrix(n * n, 4);
            matrix[at] = bad;
            std::vector<Element> d(n * n);
            require_error(Fault::kInput, {"graph 0, row " + std::to_string(at / n)}, [&] {
              solve_batch(DenseBatch<Element>{n, matrix, {}}, {.instruction_set = isa},
                          std::span(d));
            });
            matrix[at] = kNoPath<Element>;
            solve_batch(DenseBatch<Element>{n, matrix, {}}, {.instruction_set = isa}, std::span(d));
            REQUIRE(d[at] == (n == 2 ? kNoPath<Element> : 8));
          }
        }
      }
    }
  };
  require_refused(0.0F);
  require_refused(0.0);
}

TEST_CASE("a negative cycle among graphs of whole weights is named with its graph and a vertex") {
  std::vector<double> matrices(std::size_t{40} * 9, 1);
  matrices[33 * 9 + 1] = -2;  // and 1 back
  for (const std::string& isa : instruction_sets()) {
    std::vector<double> d(matrices.size());
    try {
      solve_batch(DenseBatch<double>{3, matrices, {}}, {.instruction_set = isa}, std::span(d));
      FAIL("not refused");
    } catch (const NegativeCycle& cycle) {
      REQUIRE(std::string(cycle.what()).starts_with("graph 33: a negative cycle leads through "));
      REQUIRE(cycle.vertices() == std::vector<std::int32_t>{1});
    }
  }
}

}  // namespace apsp
