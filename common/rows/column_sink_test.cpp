// SPDX-License-Identifier: MIT
#include "common/rows/column_sink.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "common/testing/catch.hpp"

namespace apsp {
namespace {

TEST_CASE("some columns of each row are passed on, in their order", "[column_sink]") {
  constexpr std::size_t kVertices = 5;
  std::vector<Distance> matrix(kVertices * kVertices);
  std::iota(matrix.begin(), matrix.end(), 0);
  for (const std::size_t at_once : {1, 2, 5}) {
    MatrixSink next(2, kVertices);
    ColumnSink sink(next, {kVertices, {4, 1}});
    for (std::size_t row = 0; row < kVertices; row += at_once) {
      const std::size_t count = std::min(at_once, kVertices - row);
      sink.put(row, std::span(matrix).subspan(row * kVertices, count * kVertices));
    }
    const std::vector<Distance> expected = {4, 1, 9, 6, 14, 11, 19, 16, 24, 21};
    REQUIRE(std::ranges::equal(next.distances(), expected));
  }
}

TEST_CASE("a column that is asked for twice comes twice", "[column_sink]") {
  MatrixSink next(3, 1);
  ColumnSink(next, {2, {1, 1, 0}}).put(0, std::vector<Distance>{7, 8});
  REQUIRE(std::ranges::equal(next.distances(), std::vector<Distance>{8, 8, 7}));
}

}  // namespace
}  // namespace apsp
