// SPDX-License-Identifier: MIT
#include "hw3-1/tile_matrix.hpp"

#include <algorithm>
#include <vector>

#include "common/testing/catch.hpp"
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
        for (const int threads : {1, 2, 3, 7}) {
          INFO(8 * sizeof(Element)
               << " bits, " << vertices << " vertices, " << count << (sorted ? " sorted" : "")
               << " edges, " << threads << " threads");
          std::vector<Distance> rows(vertices * vertices);
          test::with_threads(threads, [&] {
            TileMatrix<Element> matrix(vertices);
            matrix.scatter(sample.graph());
            matrix.widen(0, vertices, rows.data());
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

}  // namespace
}  // namespace apsp::cpu
