// SPDX-License-Identifier: MIT
#include "labs/matrix_product/matrix_product.hpp"

#include "common/base/random.hpp"
#include "common/testing/catch.hpp"
#include "labs/matrix_product/test_sizes.hpp"

namespace apsp::labs {
namespace {

template <class Semiring>
void require_product(ProductSize size) {
  INFO(size.rows << " x " << size.depth << " x " << size.columns);
  const auto a = test::numbers<Semiring>(size.rows * size.depth, 41);
  const auto b = test::numbers<Semiring>(size.depth * size.columns, 42);
  std::vector<typename Semiring::Element> expected(size.rows * size.columns, Semiring::kZero);
  for (std::size_t i = 0; i < size.rows; ++i) {
    for (std::size_t j = 0; j < size.columns; ++j) {
      for (std::size_t k = 0; k < size.depth; ++k) {
        auto& c = expected[i * size.columns + j];
        c = Semiring::step(c, a[i * size.depth + k], b[k * size.columns + j]);
      }
    }
  }
  REQUIRE(multiply_on_cpu<Semiring>(size, a, b) == expected);
}

TEST_CASE("products on processors are those of three plain loops") {
  for (const ProductSize size : test::kProductSizes) {
    require_product<PlusTimes>(size);
    require_product<MinPlus>(size);
  }
}

TEST_CASE("two by two by hand") {
  REQUIRE(multiply_on_cpu<PlusTimes>({2, 2, 2}, {1, 2, 3, 4}, {5, 6, 7, 8}) ==
          std::vector<float>{19, 22, 43, 50});
  REQUIRE(multiply_on_cpu<MinPlus>({2, 2, 2}, {1, 2, 3, 4}, {5, 6, 7, 8}) ==
          std::vector<int>{6, 7, 8, 9});
}

}  // namespace
}  // namespace apsp::labs
