// SPDX-License-Identifier: MIT
#include "labs/matrix_product/solver_product.hpp"

#include <algorithm>

#include "common/gpu/product/product.hpp"
#include "common/gpu/product/word.hpp"
#include "labs/common/launch.hpp"
#include "labs/common/operands.hpp"
#include "labs/matrix_product/matrix_product.hpp"

namespace apsp::labs {

static_assert(gpu::kBlockRows == gpu::kBlockWords, "macro-tiles of s32 are square");
static_assert(gpu::kBlockRows % gpu::kPivot == 0, "a macro-tile is whole pivots deep");
static_assert(gpu::S32::kInfinite == MinPlus::kZero);

SolverProduct::SolverProduct(std::size_t n, const std::vector<int>& a, const std::vector<int>& b)
    : n_(n),
      blocks_(std::max<std::size_t>(1, blocks_for(n, gpu::kBlockRows))),
      pitch_(blocks_ * gpu::kBlockWords),
      a_(gpu::allocate_device<std::uint32_t>(pitch_ * pitch_)),
      b_(to_device(padded(b))),
      c_(to_device(padded(std::vector<int>(n * n, MinPlus::kZero)))) {
  const auto rows = to_device(padded(a));
  gpu::pack<gpu::S32>({rows.get(), pitch_, blocks_, blocks_}, 0,
                      {a_.get(), pitch_ * gpu::kBlockRows, blocks_, static_cast<int>(pitch_)},
                      nullptr);
  gpu::check(cudaDeviceSynchronize(), "pack the left operand");
}

void SolverProduct::enqueue() {
  gpu::product<gpu::S32>({c_.get(), pitch_, blocks_, blocks_},
                         {a_.get(), pitch_ * gpu::kBlockRows, blocks_, static_cast<int>(pitch_)},
                         {b_.get(), pitch_, blocks_, blocks_}, nullptr);
}

std::vector<int> SolverProduct::result() const {
  const std::vector<std::uint32_t> all = to_host(c_.get(), pitch_ * pitch_);
  std::vector<int> rows(n_ * n_);
  for (std::size_t i = 0; i < n_; ++i) {
    std::copy_n(all.begin() + i * pitch_, n_, rows.begin() + i * n_);
  }
  return rows;
}

std::vector<std::uint32_t> SolverProduct::padded(const std::vector<int>& matrix) const {
  std::vector<std::uint32_t> all(pitch_ * pitch_, gpu::S32::kInfinite);
  for (std::size_t i = 0; i < n_; ++i) {
    std::copy_n(matrix.begin() + i * n_, n_, all.begin() + i * pitch_);
  }
  return all;
}

}  // namespace apsp::labs
