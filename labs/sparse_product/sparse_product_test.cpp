// SPDX-License-Identifier: MIT
#include "labs/sparse_product/sparse_product.hpp"

#include <algorithm>

#include "common/testing/catch.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("the matrix of the lecture") {
  // 3 0 1 0 / 0 0 0 0 / 0 2 4 1 / 1 0 0 1
  const CompressedMatrix<float> matrix{
      {0, 2, 2, 5, 7}, {0, 2, 1, 2, 3, 0, 3}, {3, 1, 2, 4, 1, 1, 1}};
  REQUIRE(multiply_sparse_on_cpu<PlusTimes>(matrix, {1, 2, 3, 4}) ==
          std::vector<float>{6, 0, 20, 5});
  const auto rows = padded<PlusTimes>(matrix);
  REQUIRE(rows.width == 3);
  REQUIRE(rows.columns == std::vector<std::uint32_t>{0, 0, 1, 0, 2, 0, 2, 3, 0, 0, 3, 0});
  REQUIRE(rows.values == std::vector<float>{3, 0, 2, 1, 1, 0, 4, 1, 0, 0, 1, 0});
}

template <class Semiring>
void require_product(std::size_t rows, std::size_t average, std::size_t window) {
  INFO(rows << " rows, average " << average << ", window " << window);
  const auto matrix = random_matrix<Semiring>(rows, average, window, 71);
  REQUIRE(matrix.rows() == rows);
  std::vector<typename Semiring::Element> x(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    x[i] = static_cast<typename Semiring::Element>(i % 5);
  }
  std::vector<typename Semiring::Element> expected(rows, Semiring::kZero);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t e = matrix.begins[i]; e < matrix.begins[i + 1]; ++e) {
      REQUIRE(matrix.columns[e] < rows);
      expected[i] = Semiring::step(expected[i], matrix.values[e], x[matrix.columns[e]]);
    }
  }
  REQUIRE(multiply_sparse_on_cpu<Semiring>(matrix, x) == expected);
}

TEST_CASE("sparse products on processors are those of plain loops") {
  for (const std::size_t rows : {0, 1, 31, 32, 33, 127, 128, 129, 1000}) {
    for (const std::size_t average : {0, 1, 5, 40}) {
      require_product<PlusTimes>(rows, average, 0);
      require_product<PlusTimes>(rows, average, 50);
      require_product<MinPlus>(rows, average, 0);
    }
  }
}

}  // namespace
}  // namespace apsp::labs
