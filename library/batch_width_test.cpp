// SPDX-License-Identifier: MIT
// The ways that a graph of a batch can take: 16 bits, 32 bits, floating point; and the forms of its
// input. Results must not depend on them, bit for bit.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/solve.hpp"
#include "common/testing/batch_samples.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"

namespace apsp {
namespace {

using test::CopiedEdges;
using test::require_error;
using test::solved;

constexpr std::array<std::size_t, 9> kWidthSizes = {0, 1, 2, 31, 32, 33, 64, 65, 130};

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

/// Columns of numbers, each at a distance of its own, with what lies between them.
template <typename Element, typename Index, typename Weight>
class Columns final : public EdgeTable<Element> {
 public:
  Columns(std::span<const BatchEdge<Element>> edges, std::ptrdiff_t index_stride,
          std::ptrdiff_t weight_stride)
      : size_(edges.size()) {
    const std::size_t apart = static_cast<std::size_t>(std::abs(index_stride));
    // Both ends in one array where there is room, as in rows, else one after the other.
    indices_.assign(2 * size_ * apart + 2, Index{-1});
    weights_.assign(size_ * static_cast<std::size_t>(std::abs(weight_stride)) + 1, Weight{77});
    const std::size_t second = apart > 1 ? 1 : size_ * apart;
    columns_.sources = column(indices_, 0, index_stride);
    columns_.destinations = column(indices_, second, index_stride);
    columns_.weights = column(weights_, 0, weight_stride);
    for (std::size_t e = 0; e < size_; ++e) {
      const auto at = static_cast<std::ptrdiff_t>(e);
      set(std::get<Column<Index>>(columns_.sources), at, edges[e].source);
      set(std::get<Column<Index>>(columns_.destinations), at, edges[e].destination);
      set(std::get<Column<Weight>>(columns_.weights), at, edges[e].weight);
    }
  }

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::optional<EdgeColumns<Element>> columns() const override { return columns_; }
  void read(std::size_t first, std::span<BatchEdge<Element>> edges) const override {
    reads += 1;
    for (std::size_t n = 0; n < edges.size(); ++n) {
      edges[n] = {
          static_cast<std::int32_t>(std::get<Column<Index>>(columns_.sources)[first + n]),
          static_cast<std::int32_t>(std::get<Column<Index>>(columns_.destinations)[first + n]),
          static_cast<Element>(std::get<Column<Weight>>(columns_.weights)[first + n])};
    }
  }
  void set_source(std::size_t e, Index vertex) {
    set(std::get<Column<Index>>(columns_.sources), static_cast<std::ptrdiff_t>(e), vertex);
  }

  mutable std::atomic<int> reads = 0;

 private:
  template <typename T>
  Column<T> column(const std::vector<T>& all, std::size_t first, std::ptrdiff_t stride) const {
    const T* start = all.data() + first;
    if (stride < 0 && size_ > 0) start += static_cast<std::ptrdiff_t>(size_ - 1) * -stride;
    return {start, stride};
  }
  template <typename T, typename Value>
  static void set(Column<T> column, std::ptrdiff_t at, Value value) {
    const_cast<T&>(column.first[at * column.stride]) = static_cast<T>(value);
  }

  std::size_t size_;
  std::vector<Index> indices_;
  std::vector<Weight> weights_;
  EdgeColumns<Element> columns_;
};

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
  for (const std::size_t vertices : kWidthSizes) {
    RealGraphs<Element> graphs{vertices};
    const std::size_t count = vertices > 64 ? kKinds : 6 * kKinds;
    for (std::size_t g = 0; g < count; ++g) {
      const auto kind = static_cast<Kind>(g < kKinds ? g : random() % kKinds);
      graphs.add(g % 3 == 2 ? random() % (vertices + 1) : vertices, kind, random);
    }
    require_every_way(graphs, random);
  }
}

/// The triple loop in 64 bits.
template <typename Element>
std::vector<std::int64_t> oracle(std::span<const Element> matrix, std::size_t n, bool zeros) {
  std::vector<std::int64_t> d(n * n, kUnreachable);
  for (std::size_t x = 0; x < n * n; ++x) {
    if (matrix[x] < kUnreachable && (zeros || matrix[x] != 0)) d[x] = matrix[x];
    if (x / n == x % n) d[x] = std::min<std::int64_t>(d[x], 0);
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (d[i * n + k] == kUnreachable || d[k * n + j] == kUnreachable) continue;
        d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
      }
    }
  }
  return d;
}

/// Memory that begins `shift` elements after a multiple of 64 bytes.
template <typename Element>
class Aligned {
 public:
  Aligned(std::size_t size, std::size_t shift) : all_(size + shift + 64, Element{77}) {
    const auto address = reinterpret_cast<std::uintptr_t>(all_.data());
    const std::size_t before = (64 - address % 64) % 64 / sizeof(Element);
    span = std::span(all_).subspan(before + shift, size);
  }
  std::span<Element> span;

 private:
  std::vector<Element> all_;
};

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

TEST_CASE("integers have the oracle's distances on both sides of 16 bits, from 32 and 64 bits") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t n : kWidthSizes) {
    for (const std::int64_t most : {1, 100, 32767 / (static_cast<int>(n) + 1) + 2, 16383, 16384,
                                    32766, 32767, 32768, 65534, 3'000'000}) {
      const std::size_t graphs = n > 64 ? 2 : 20;
      std::vector<std::int64_t> wide;
      for (std::size_t x = 0; x < graphs * n * n; ++x) {
        const bool least = x / (n * n) % 4 == 3;  // small weights in every fourth graph
        wide.push_back(static_cast<std::int64_t>(random()) % ((least ? 9 : most) + 1));
        if (random() % 4 == 0) wide.back() = random() % 2 == 0 ? kUnreachable : INT32_MAX;
      }
      const std::vector<std::int32_t> narrow(wide.begin(), wide.end());
      for (const std::string& isa : instruction_sets()) {
        for (const bool zeros : {true, false}) {
          INFO("n " << n << ", most " << most << ", " << isa << ", zeros " << zeros);
          const BatchSettings settings{.threads = 1 + static_cast<int>(random() % 3),
                                       .instruction_set = isa,
                                       .fill = zeros ? -1 : kUnreachable,
                                       .zero_is_no_edge = !zeros};
          const std::vector<std::int32_t> sizes(graphs, static_cast<std::int32_t>(n));
          std::vector<std::int32_t> from_narrow(graphs * n * n);
          std::vector<std::int32_t> from_wide(graphs * n * n);
          solve_batch(DenseBatch<std::int32_t>{n, narrow, sizes}, settings, std::span(from_narrow));
          solve_batch(DenseBatch<std::int64_t>{n, wide, sizes}, settings, std::span(from_wide));
          REQUIRE(from_narrow == from_wide);
          for (std::size_t g = 0; g < graphs; ++g) {
            const auto truth =
                oracle(std::span<const std::int64_t>(wide).subspan(g * n * n, n * n), n, zeros);
            for (std::size_t x = 0; x < n * n; ++x) {
              const std::int64_t none = zeros ? -1 : kUnreachable;
              const std::int64_t expected = truth[x] == kUnreachable ? none : truth[x];
              if (from_wide[g * n * n + x] == expected) continue;
              FAIL("graph " << g << ", element " << x << ": found " << from_wide[g * n * n + x]
                            << ", expected " << expected);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("integers beyond 32 bits are refused with their place, but not beyond a graph's size") {
  constexpr std::int64_t kMost = INT32_MAX;
  const std::vector<std::int32_t> sizes = {3, 3};
  for (const std::string& isa : instruction_sets()) {
    for (const std::int64_t bad :
         {kMost + 1, -kMost - 2, std::int64_t{1} << 32, (std::int64_t{1} << 32) + 5,
          -(std::int64_t{1} << 32), INT64_MAX, INT64_MIN, -std::int64_t{kUnreachable}}) {
      for (const std::int64_t others : {5, 50'000, -1}) {
        std::vector<std::int64_t> matrices(std::size_t{2} * 16, kUnreachable);
        matrices[16 + 1] = others;
        matrices[16 + 3] = bad;  // padding
        std::vector<std::int32_t> d(matrices.size());
        const DenseBatch<std::int64_t> batch{4, matrices, sizes};
        solve_batch(batch, {.instruction_set = isa}, std::span(d));
        REQUIRE(d[16 + 1] == others);
        for (const std::size_t at : {2, 5, 10}) {  // two of them on the diagonal
          std::vector<std::int64_t> wrong = matrices;
          wrong[16 + at] = bad;
          require_error(Fault::kInput,
                        {"graph 1, row " + std::to_string(at / 4) + ", column " +
                         std::to_string(at % 4) + ": weight is " + std::to_string(bad)},
                        [&] {
                          solve_batch(DenseBatch<std::int64_t>{4, wrong, sizes},
                                      {.instruction_set = isa}, std::span(d));
                        });
        }
      }
    }
  }
}

TEST_CASE("integers beyond 32 bits are refused in graphs beyond those of the kernels") {
  constexpr std::size_t kVertices = 257;
  std::vector<std::int64_t> matrices(2 * kVertices * kVertices, 1);
  const DenseBatch<std::int64_t> batch{kVertices, matrices};
  std::vector<std::int32_t> d(matrices.size());
  const std::size_t at = kVertices * kVertices + 2 * kVertices + 256;
  for (const std::int64_t bad : {std::int64_t{1} << 31, std::int64_t{1} << 40, INT64_MIN}) {
    matrices[at] = bad;
    require_error(Fault::kInput, {"graph 1, row 2, column 256: weight is " + std::to_string(bad)},
                  [&] { solve_batch(batch, {}, std::span(d)); });
  }
  matrices[at] = INT32_MAX;  // no edge, as above kUnreachable
  solve_batch(batch, {}, std::span(d));
  REQUIRE(d[at] == 2);
}

TEST_CASE("columns of any type and distance are read where they lie") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::vector<Edge> edges;
  std::vector<std::int64_t> offsets = {0};
  for (int g = 0; g < 30; ++g) {
    const std::size_t count = random() % 700;  // more than one block, too
    for (std::size_t e = 0; e < count; ++e) {
      edges.push_back({static_cast<std::int32_t>(random() % 20),
                       static_cast<std::int32_t>(random() % 20),
                       static_cast<Distance>(random() % 1000)});
    }
    offsets.push_back(static_cast<std::int64_t>(edges.size()));
  }
  const std::vector<std::int32_t> sizes(30, 20);
  const auto truth = solved(EdgeBatch<std::int32_t>{20, edges, offsets, sizes});
  const auto require_columns = [&](auto index, auto weight) {
    for (const std::ptrdiff_t apart : {1, 2, 3, 5, -1, -3}) {
      for (const std::ptrdiff_t weights : {1, 2, 3, -1}) {
        INFO("strides " << apart << " and " << weights);
        const Columns<std::int32_t, decltype(index), decltype(weight)> columns(edges, apart,
                                                                               weights);
        const EdgeBatch<std::int32_t> batch{
            .vertices = 20, .offsets = offsets, .sizes = sizes, .table = &columns};
        REQUIRE(solved(batch) == truth);
        REQUIRE(columns.reads == 0);
      }
    }
  };
  require_columns(std::int32_t{}, std::int32_t{});
  require_columns(std::int64_t{}, std::int32_t{});
  require_columns(std::int32_t{}, std::int64_t{});
  require_columns(std::int64_t{}, std::int64_t{});
  for (Edge& edge : edges) edge.weight = 7;
  const Columns<std::int32_t, std::int64_t, std::int32_t> same(edges, 2, 0);
  REQUIRE(solved(EdgeBatch<std::int32_t>{20, {}, offsets, sizes, &same}) ==
          solved(EdgeBatch<std::int32_t>{20, edges, offsets, sizes}));
  Columns<std::int32_t, std::int64_t, std::int64_t> wrong(edges, 3, 1);
  for (const std::int64_t vertex : {std::int64_t{20}, std::int64_t{-1}, std::int64_t{31}}) {
    wrong.set_source(5, vertex);
    require_error(Fault::kInput, {"edge 5 (its number ", "source is " + std::to_string(vertex)},
                  [&] {
                    solved(EdgeBatch<std::int32_t>{20, {}, offsets, sizes, &wrong});
                  });
  }
}

TEST_CASE("results beyond the caches are the same as small ones, at any address") {
  const auto require_large = [](auto zero) {
    using Element = decltype(zero);
    constexpr std::size_t kVertices = 64 / sizeof(Element) * 2;
    constexpr std::size_t kGraphs =
        (std::size_t{65} << 20) / sizeof(Element) / kVertices / kVertices;
    std::mt19937 random(9);
    constexpr std::size_t kSome = 50 * kVertices * kVertices;
    std::vector<Element> some(kSome);
    for (Element& weight : some) {
      weight = static_cast<Element>(random() % 300);
      if (random() % 2 == 0) weight = kNoPath<Element>;
    }
    some[3 * kVertices * kVertices + 1] = 100'000;  // this graph is closed in its own width
    std::vector<Element> truth(kSome);
    solve_batch(DenseBatch<Element>{kVertices, some, {}}, {}, std::span(truth));
    std::vector<Element> matrices(kGraphs * kVertices * kVertices);
    for (std::size_t x = 0; x < matrices.size(); ++x) matrices[x] = some[x % kSome];
    for (const std::string& isa : instruction_sets()) {
      for (const std::size_t shift : {0, 1}) {
        Aligned<Element> found(matrices.size(), shift);
        solve_batch(DenseBatch<Element>{kVertices, matrices, {}},
                    {.threads = 3, .instruction_set = isa}, found.span);
        bool same = true;
        for (std::size_t x = 0; x < matrices.size(); ++x) same &= found.span[x] == truth[x % kSome];
        REQUIRE(same);
      }
    }
  };
  require_large(std::int32_t{});
  require_large(0.0F);
  require_large(0.0);
}

TEST_CASE("packed results beyond the caches are the padded ones, at any address") {
  std::vector<test::Sample> samples;
  for (std::uint32_t g = 0; g < 4'500; ++g) {
    samples.push_back(test::random_sample(g % 5 == 4 ? 63 : 64, 200, 0, 90, g % 25));
  }
  const test::Graphs<std::int32_t> graphs(64, samples);
  const auto padded = solved(graphs.by_edges());
  std::vector<std::int32_t> truth;
  for (std::size_t g = 0; g < samples.size(); ++g) {
    const std::size_t n = samples[g].vertices;
    for (std::size_t x = 0; x < n * n; ++x) {
      truth.push_back(padded[(g * 64 + x / n) * 64 + x % n]);
    }
  }
  for (const std::string& isa : instruction_sets()) {
    for (const std::size_t shift : {0, 1}) {
      Aligned<std::int32_t> found(truth.size(), shift);
      solve_batch(graphs.by_edges(), {.threads = 3, .instruction_set = isa, .packed = true},
                  found.span);
      REQUIRE(std::equal(truth.begin(), truth.end(), found.span.begin()));
    }
  }
}

}  // namespace apsp
