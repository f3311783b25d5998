// SPDX-License-Identifier: MIT
#include "labs/histogram/histogram.hpp"

namespace apsp::labs {

std::vector<std::uint32_t> count_on_cpu(const std::vector<std::uint32_t>& in) {
  std::vector<std::uint32_t> counts(kBins);
#pragma omp parallel
  {
    std::vector<std::uint32_t> own(kBins);
#pragma omp for schedule(static) nowait
    for (std::size_t i = 0; i < in.size(); ++i) ++own[in[i]];
#pragma omp critical
    for (std::size_t bin = 0; bin < kBins; ++bin) counts[bin] += own[bin];
  }
  return counts;
}

}  // namespace apsp::labs
