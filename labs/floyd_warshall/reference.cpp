// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/base/for_each_isa.hpp"
#include "labs/floyd_warshall/floyd_warshall.hpp"

namespace apsp::labs {
namespace {

constexpr std::size_t kBlock = 64;  // rows that all others use while they are in cache

/// to(j) = min(to(j), first + row(j)).
APSP_FOR_EACH_ISA
void relax_row(int* to, int first, const int* row, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) to[j] = MinPlus::step(to[j], first, row[j]);
}

}  // namespace

std::vector<int> close_on_cpu(std::size_t n, std::vector<int> matrix) {
  const auto relax = [&](std::size_t i, std::size_t k) {
    relax_row(&matrix[i * n], matrix[i * n + k], &matrix[k * n], n);
  };
  for (std::size_t begin = 0; begin < n; begin += kBlock) {
    const std::size_t end = std::min(n, begin + kBlock);
    for (std::size_t k = begin; k < end; ++k) {  // the block's rows, closed over its vertices
      for (std::size_t i = begin; i < end; ++i) relax(i, k);
    }
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i) {
      if (i >= begin && i < end) continue;
      for (std::size_t k = begin; k < end; ++k) relax(i, k);
    }
  }
  return matrix;
}

}  // namespace apsp::labs
