// SPDX-License-Identifier: MIT
#include "labs/reduction/reduction.hpp"

namespace apsp::labs {

std::uint32_t reduce_on_cpu(const std::vector<std::uint32_t>& in) {
  std::uint32_t sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
  for (std::size_t i = 0; i < in.size(); ++i) sum += in[i];
  return sum;
}

}  // namespace apsp::labs
