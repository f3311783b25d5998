// SPDX-License-Identifier: MIT
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "labs/sparse_product/device_matrix.hpp"

namespace apsp::labs {
namespace {

template <class Semiring>
void require_products(std::size_t rows, std::size_t average, std::size_t window) {
  const auto matrix = random_matrix<Semiring>(rows, average, window, 72);
  std::vector<typename Semiring::Element> x(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    x[i] = static_cast<typename Semiring::Element>(i % 5);
  }
  const auto expected = multiply_sparse_on_cpu<Semiring>(matrix, x);
  const DeviceSparse<Semiring> device(matrix, x);
  for (const SparseStep<Semiring>& step : sparse_steps<Semiring>()) {
    INFO(step.name << ", " << rows << " rows, average " << average << ", window " << window);
    gpu::check(cudaMemset(device.operands().y, 0xa5, rows * sizeof(x[0])), "spoil the result");
    step.enqueue(device.operands());
    REQUIRE(difference(device.y(), expected) == "");
  }
}

TEST_CASE("every step of the sparse product multiplies", "[gpu]") {
  (void)gpu::open_device(0);
  for (const std::size_t rows : {0, 1, 3, 31, 32, 33, 127, 128, 129, 255, 257, 1000, 4097}) {
    for (const std::size_t average : {0, 1, 5, 8, 16, 31, 33, 100}) {
      for (const std::size_t window : {0, 64}) {
        require_products<PlusTimes>(rows, average, window);
        require_products<MinPlus>(rows, average, window);
      }
    }
  }
}

TEST_CASE("every step of the sparse product takes long rows, and columns too far apart", "[gpu]") {
  (void)gpu::open_device(0);
  require_products<PlusTimes>(1000, 250, 0);
  require_products<MinPlus>(1000, 250, 64);
  for (const std::size_t average : {3, 30, 60, 120}) {
    require_products<PlusTimes>(20000, average, 0);
    require_products<MinPlus>(20000, average, 5000);
  }
}

}  // namespace
}  // namespace apsp::labs
