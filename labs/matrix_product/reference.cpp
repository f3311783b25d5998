// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/base/for_each_isa.hpp"
#include "labs/matrix_product/matrix_product.hpp"

namespace apsp::labs {
namespace {

constexpr std::size_t kRowBlock = 16;    // rows that use a block of B while it is in cache
constexpr std::size_t kDepthBlock = 64;  // rows of B in a block

/// c(j) = step(c(j), a, b(j)).
APSP_FOR_EACH_ISA
void add_row(float* c, float a, const float* b, std::size_t columns) {
  for (std::size_t j = 0; j < columns; ++j) c[j] = PlusTimes::step(c[j], a, b[j]);
}

APSP_FOR_EACH_ISA
void add_row(int* c, int a, const int* b, std::size_t columns) {
  for (std::size_t j = 0; j < columns; ++j) c[j] = MinPlus::step(c[j], a, b[j]);
}

}  // namespace

template <class Semiring>
std::vector<typename Semiring::Element> multiply_on_cpu(
    ProductSize size, const std::vector<typename Semiring::Element>& a,
    const std::vector<typename Semiring::Element>& b) {
  std::vector<typename Semiring::Element> c(size.rows * size.columns, Semiring::kZero);
#pragma omp parallel for schedule(dynamic)
  for (std::size_t first = 0; first < size.rows; first += kRowBlock) {
    const std::size_t last = std::min(size.rows, first + kRowBlock);
    for (std::size_t k0 = 0; k0 < size.depth; k0 += kDepthBlock) {
      const std::size_t k1 = std::min(size.depth, k0 + kDepthBlock);
      for (std::size_t i = first; i < last; ++i) {
        for (std::size_t k = k0; k < k1; ++k) {
          add_row(c.data() + i * size.columns, a[i * size.depth + k], b.data() + k * size.columns,
                  size.columns);
        }
      }
    }
  }
  return c;
}

template std::vector<float> multiply_on_cpu<PlusTimes>(ProductSize, const std::vector<float>&,
                                                       const std::vector<float>&);
template std::vector<int> multiply_on_cpu<MinPlus>(ProductSize, const std::vector<int>&,
                                                   const std::vector<int>&);

}  // namespace apsp::labs
