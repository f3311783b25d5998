// SPDX-License-Identifier: MIT
// The reductions of the width's proof, over matrices of any contents, against their words.
#include "hw3-1/dense/exactness.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp::cpu {
namespace {

using test::Sample;

/// Any order of the vertices, or as numbered.
/// Numbers that are no solver's: each entry is infinite, at the end of the range, or small.
template <typename Element>
void fill(TileMatrix<Element>& matrix, unsigned infinite_in, std::mt19937& random) {
  constexpr Element kInfinite = kInfinity<Element>;
  for (std::size_t i = 0; i < matrix.vertices(); ++i) {
    for (std::size_t j = 0; j < matrix.vertices(); ++j) {
      const bool infinite = infinite_in > 0 && random() % infinite_in == 0;
      Element& element = *matrix.at(i, j);
      element = static_cast<Element>(random() % 100);
      if (random() % 4096 == 0) element = kInfinite - 1;
      if (infinite) element = kInfinite;
    }
  }
}

/// Rows by vertex, kUnreachable for infinity.
template <typename Element>
std::vector<Distance> rows_of(const TileMatrix<Element>& matrix) {
  std::vector<Distance> rows(matrix.vertices() * matrix.vertices());
  matrix.widen(choose_kernels("").of<Element>(), 0, matrix.vertices(), rows.data());
  return rows;
}

void require_extent(const std::vector<Distance>& rows, const Extent& found) {
  Distance largest = 0;
  for (const Distance d : rows) largest = std::max(largest, d == kUnreachable ? 0 : d);
  REQUIRE(found.largest == largest);
  REQUIRE(found.complete == (std::ranges::count(rows, kUnreachable) == 0));
}

bool is_clipped(const std::vector<Distance>& rows, std::size_t vertices, std::size_t row,
                const Edge& edge) {
  return rows[row * vertices + static_cast<std::size_t>(edge.source)] != kUnreachable &&
         rows[row * vertices + static_cast<std::size_t>(edge.destination)] == kUnreachable;
}

/// The smallest edge, then the smallest row.
std::optional<Clipped> first_clipped_of(const std::vector<Distance>& rows, const Graph& graph,
                                        const RowSet& wanted) {
  std::vector<bool> is_wanted(graph.vertices);
  for (std::size_t r = 0; r < wanted.size(); ++r) is_wanted[wanted.source(r)] = true;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    for (std::size_t i = 0; i < graph.vertices; ++i) {
      if (is_wanted[i] && is_clipped(rows, graph.vertices, i, graph.edges[e])) return Clipped{i, e};
    }
  }
  return std::nullopt;
}

template <typename Element>
void check_reductions(std::uint32_t seed) {
  std::mt19937 random(seed);
  // Borders of a tile and of the 512 rows that one pass over the edges looks at.
  const std::size_t sizes[] = {1, 2, 63, 64, 65, 130, 511, 513, 600};
  const std::size_t vertices = sizes[random() % std::size(sizes)];
  INFO("seed " << seed << ", V = " << vertices << ", " << 8 * sizeof(Element) << " bits");
  TileMatrix<Element> matrix(vertices);
  matrix.scatter(Sample{vertices, {}}.graph());  // also what pads the last tiles
  // Mostly none or few infinite entries, so that a few edges hit one of them or none.
  const unsigned infinities[] = {0, 2, 40, 1'000'000};
  fill(matrix, infinities[random() % 4], random);
  const std::vector<Distance> rows = rows_of(matrix);
  const RowSet wanted = test::some_rows(vertices, random);
  require_extent(test::rows_of(wanted, rows), extent(matrix, wanted));

  const Sample sample = test::random_sample(vertices, random() % 5, 0, 9, seed);
  const Graph graph = sample.graph();
  REQUIRE(first_clipped(matrix, graph, wanted) == first_clipped_of(rows, graph, wanted));
}

TEST_CASE("the reductions of the proof are what their words say, for any matrix", "[long]") {
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    test::with_threads(seed % 8 == 0 ? 3 : 1, [&] {
      check_reductions<std::uint8_t>(seed);
      check_reductions<std::uint16_t>(seed);
      check_reductions<std::int32_t>(seed);
    });
  }
}

TEST_CASE("one clipped entry anywhere is found") {
  constexpr std::size_t kVertices = 530;  // a second pass over the edges, of few rows
  Sample sample{kVertices, {}};
  for (std::int32_t v = 0; v + 1 < std::int32_t{kVertices}; ++v) {
    sample.edges.push_back({v, v + 1, 0});
  }
  TileMatrix<std::uint8_t> matrix(kVertices);
  matrix.scatter(Sample{kVertices, {}}.graph());
  for (std::size_t i = 0; i < kVertices; ++i) {
    for (std::size_t j = 0; j < kVertices; ++j) *matrix.at(i, j) = 1;
  }
  REQUIRE_FALSE(first_clipped(matrix, sample.graph(), RowSet(kVertices)).has_value());
  for (const std::size_t row : {0, 63, 64, 511, 512, 529}) {
    for (const std::size_t column : {1, 64, 511, 512, 529}) {
      INFO("row " << row << ", column " << column);
      *matrix.at(row, column) = kInfinity<std::uint8_t>;
      REQUIRE(extent(matrix, RowSet(kVertices)).complete == false);
      const std::optional<Clipped> found = first_clipped(matrix, sample.graph(), RowSet(kVertices));
      REQUIRE(found.has_value());
      REQUIRE(found->row == row);
      REQUIRE(sample.edges[found->edge].destination == static_cast<std::int32_t>(column));
      *matrix.at(row, column) = 1;
    }
  }
}

}  // namespace
}  // namespace apsp::cpu
