// SPDX-License-Identifier: MIT
// The product of two matrices, C(i,j) = sum over k of A(i,k) B(k,j): with (+, x) on floats, and
// with (min, +) on integers, which is one round of shortest paths. Matrices are row-major without
// gaps.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "labs/common/semiring.hpp"

namespace apsp::labs {

/// A is rows x depth, B is depth x columns, C is rows x columns.
struct ProductSize {
  std::size_t rows;
  std::size_t depth;
  std::size_t columns;
};

/// The product on all threads of the processor. O(rows x depth x columns).
template <class Semiring>
[[nodiscard]] std::vector<typename Semiring::Element> multiply_on_cpu(
    ProductSize size, const std::vector<typename Semiring::Element>& a,
    const std::vector<typename Semiring::Element>& b);

/// A step of the ladder, on operands of the device, aligned to 16 bytes.
template <class Semiring>
struct ProductStep {
  using Element = typename Semiring::Element;
  std::string_view name;
  void (*enqueue)(ProductSize size, const Element* a, const Element* b, Element* c);
};

/// The ladder, slowest first.
template <class Semiring>
[[nodiscard]] std::span<const ProductStep<Semiring>> product_steps();

}  // namespace apsp::labs
