// SPDX-License-Identifier: MIT
// cuBLAS, looked up when the program runs: the lab also builds and runs where it is missing.
#pragma once

#include <functional>
#include <optional>

#include "labs/matrix_product/matrix_product.hpp"

namespace apsp::labs {

using MultiplyFloats =
    std::function<void(ProductSize size, const float* a, const float* b, float* c)>;

/// Enqueues C = A x B in 32-bit arithmetic by cuBLAS; nothing where its library is not found.
[[nodiscard]] std::optional<MultiplyFloats> find_cublas();

}  // namespace apsp::labs
