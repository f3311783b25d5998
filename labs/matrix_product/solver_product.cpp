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
      b_(to_device(resized<std::uint32_t>(b, n, pitch_))),
      c_(to_device(std::vector<std::uint32_t>(pitch_ * pitch_, MinPlus::kZero))) {
  const auto rows = to_device(resized<std::uint32_t>(a, n, pitch_));
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
  return resized<int>(to_host(c_.get(), pitch_ * pitch_), pitch_, n_);
}

}  // namespace apsp::labs
