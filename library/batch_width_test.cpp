// SPDX-License-Identifier: MIT
// Integers on both sides of 16 and 32 bits, in matrices and in columns of any type.
#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <string>
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
using test::require_error;
using test::solved;

constexpr std::array<std::size_t, 9> kWidthSizes = {0, 1, 2, 31, 32, 33, 64, 65, 130};

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

}  // namespace

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

}  // namespace apsp
