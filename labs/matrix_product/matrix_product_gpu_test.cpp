// SPDX-License-Identifier: MIT
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/operands.hpp"
#include "labs/matrix_product/cublas.hpp"
#include "labs/matrix_product/matrix_product.hpp"
#include "labs/matrix_product/solver_product.hpp"
#include "labs/matrix_product/test_sizes.hpp"

namespace apsp::labs {
namespace {

template <class Semiring>
void require_products(ProductSize size) {
  using Element = typename Semiring::Element;
  const auto a = test::numbers<Semiring>(size.rows * size.depth, 43);
  const auto b = test::numbers<Semiring>(size.depth * size.columns, 44);
  const auto expected = multiply_on_cpu<Semiring>(size, a, b);
  const auto device_a = to_device(a);
  const auto device_b = to_device(b);
  const auto c = gpu::allocate_device<Element>(expected.size());
  for (const ProductStep<Semiring>& step : product_steps<Semiring>()) {
    INFO(step.name << ", " << size.rows << " x " << size.depth << " x " << size.columns);
    gpu::check(cudaMemset(c.get(), 0xa5, expected.size() * sizeof(Element)), "spoil the result");
    step.enqueue(size, device_a.get(), device_b.get(), c.get());
    REQUIRE(difference(to_host(c.get(), expected.size()), expected) == "");
  }
}

TEST_CASE("every step of the matrix product multiplies", "[gpu]") {
  (void)gpu::open_device(0);
  for (const ProductSize size : test::kProductSizes) {
    require_products<PlusTimes>(size);
    require_products<MinPlus>(size);
  }
}

TEST_CASE("cuBLAS, where it is, multiplies row-major matrices", "[gpu]") {
  (void)gpu::open_device(0);
  const auto cublas = find_cublas();
  if (!cublas) return;
  const ProductSize size{20, 30, 40};
  const auto a = test::numbers<PlusTimes>(size.rows * size.depth, 45);
  const auto b = test::numbers<PlusTimes>(size.depth * size.columns, 46);
  const auto device_a = to_device(a);
  const auto device_b = to_device(b);
  const auto c = gpu::allocate_device<float>(size.rows * size.columns);
  (*cublas)(size, device_a.get(), device_b.get(), c.get());
  REQUIRE(difference(to_host(c.get(), size.rows * size.columns),
                     multiply_on_cpu<PlusTimes>(size, a, b)) == "");
}

TEST_CASE("the kernel of hw3-2 gives the same (min, +) product", "[gpu]") {
  (void)gpu::open_device(0);
  for (const std::size_t n : {1, 127, 128, 129, 300}) {
    INFO("n = " << n);
    const auto a = test::numbers<MinPlus>(n * n, 47);
    const auto b = test::numbers<MinPlus>(n * n, 48);
    SolverProduct product(n, a, b);
    product.enqueue();
    REQUIRE(difference(product.result(), multiply_on_cpu<MinPlus>({n, n, n}, a, b)) == "");
  }
}

}  // namespace
}  // namespace apsp::labs
