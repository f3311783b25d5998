// SPDX-License-Identifier: MIT
// The plan of a streamed matrix and the host's part of it: no device needed.
#include "hw3-2/streamed/plan.hpp"

#include <random>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"
#include "hw3-2/streamed/host_matrix.hpp"

namespace apsp::gpu {
namespace {

TEST_CASE("strips and pivots cover every row once") {
  for (const std::size_t vertices : {1, 127, 128, 129, 1000, 60'000, 150'000}) {
    for (const std::size_t strip : {1, 2, 4}) {
      for (const std::size_t depth : {1, 3, 4}) {
        INFO("V = " << vertices << ", strip " << strip << ", depth " << depth);
        const StreamPlan plan{vertices, 1, strip, depth};
        std::size_t next = 0;
        for (std::size_t n = 0; n < plan.strips(); ++n) {
          REQUIRE(plan.rows_of(n).begin == next);
          REQUIRE(plan.rows_of(n).size() > 0);
          next = plan.rows_of(n).end;
        }
        REQUIRE(next == plan.matrix().row_blocks());
        next = 0;
        for (std::size_t r = 0; r < plan.schedule().rounds(); ++r) {
          REQUIRE(plan.pivot(r).begin == next);
          REQUIRE(plan.pivot(r).size() * kBlockRows <= plan.most_rows());
          next = plan.pivot(r).end;
        }
        REQUIRE(next == plan.matrix().row_blocks());
      }
    }
  }
}

TEST_CASE("a plan takes no more device memory than there is, and uses it for depth") {
  for (const int elements : {1, 2}) {
    std::size_t deepest = 0;
    for (const std::uint64_t mebibytes : {200, 400, 800, 1600, 3200, 6400, 12'800}) {
      const std::uint64_t bytes = mebibytes << 20;
      const auto plan = StreamPlan::within(60'000, elements, bytes);
      if (!plan) {
        REQUIRE(deepest == 0);
        continue;
      }
      INFO(mebibytes << " MiB, " << elements << " elements a word");
      REQUIRE(plan->bytes() <= bytes);
      REQUIRE(plan->most_rows() >= deepest);
      deepest = plan->most_rows();
    }
    REQUIRE(deepest == StreamPlan::kDeepest);
    // An eighth of the matrix hides the transfers: see plan.hpp.
    const std::uint64_t matrix =
        Layout::whole(60'000, elements, 1).matrix_words() * sizeof(std::uint32_t);
    REQUIRE(StreamPlan::within(60'000, elements, matrix / 8)->most_rows() >= 1300);
  }
  REQUIRE_FALSE(StreamPlan::within(1'000'000, 1, std::uint64_t{1} << 30).has_value());
  REQUIRE_FALSE(StreamPlan::within(SIZE_MAX / 2, 1, UINT64_MAX).has_value());
}

/// The oracle's verdict on the rows of a matrix.
std::optional<Clipped> clipped_of(const std::vector<Distance>& matrix, const Graph& graph,
                                  const RowSet& rows) {
  const auto at = [&](std::size_t i, std::int32_t j) {
    return matrix[i * graph.vertices + static_cast<std::size_t>(j)];
  };
  std::optional<Clipped> first;
  for (std::size_t e = 0; e < graph.edges.size() && !first; ++e) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const std::size_t i = rows.source(r);
      if (at(i, graph.edges[e].source) == kUnreachable) continue;
      if (at(i, graph.edges[e].destination) != kUnreachable) continue;
      if (!first || i < first->row) first = Clipped{i, e};
    }
  }
  return first;
}

template <class Word>
void check_host_matrix(std::uint32_t seed) {
  INFO("seed " << seed << ", " << 8 * sizeof(typename Word::Element) << " bits");
  std::mt19937 random(seed);
  const std::size_t vertices = 1 + random() % 200;
  const Distance high = random() % 2 == 0 ? 50 : 70'000;
  const test::Sample sample = test::random_sample(vertices, random() % 4000, 0, high, seed);
  HostMatrix<Word> matrix(vertices);
  matrix.scatter(sample.graph());

  constexpr Distance kInfinite = kInfinity<typename Word::Element>;
  std::vector<Distance> expected(vertices * vertices, kUnreachable);
  for (std::size_t v = 0; v < vertices; ++v) expected[v * vertices + v] = 0;
  for (const Edge& edge : sample.edges) {
    Distance& known = expected[static_cast<std::size_t>(edge.source) * vertices +
                               static_cast<std::size_t>(edge.destination)];
    if (edge.weight < kInfinite) known = std::min(known, edge.weight);
  }
  std::vector<Distance> found(vertices * vertices);
  matrix.widen(0, vertices, found.data());
  REQUIRE(found == expected);

  const RowSet rows = test::some_rows(vertices, random);
  const std::vector<Distance> wanted = test::rows_of(rows, expected);
  Distance largest = 0;
  for (const Distance d : wanted) largest = std::max(largest, d == kUnreachable ? 0 : d);
  const Extent extent = matrix.extent(rows);
  REQUIRE(extent.largest == largest);
  REQUIRE(extent.complete == (std::ranges::count(wanted, kUnreachable) == 0));
  const std::vector<Edge> edges(
      sample.edges.begin(),
      sample.edges.begin() + static_cast<std::ptrdiff_t>(random() % (sample.edges.size() + 1)));
  const Graph some{vertices, edges, 0, high};
  REQUIRE(matrix.first_clipped(some, rows) == clipped_of(expected, some, rows));
}

TEST_CASE("what the host does to a streamed matrix is what its words say") {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    check_host_matrix<S32>(seed);
    check_host_matrix<U16x2>(seed);
  }
}

}  // namespace
}  // namespace apsp::gpu
