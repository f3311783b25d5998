// SPDX-License-Identifier: MIT
#include <omp.h>

#include <algorithm>

#include "labs/scan/scan.hpp"

namespace apsp::labs {

std::vector<std::uint32_t> scan_on_cpu(const std::vector<std::uint32_t>& in) {
  std::vector<std::uint32_t> out(in.size());
  const auto parts = static_cast<std::size_t>(omp_get_max_threads());
  const std::size_t size = (in.size() + parts - 1) / parts;
  const auto begin_of = [&](std::size_t part) { return std::min(in.size(), part * size); };
  std::vector<std::uint32_t> before(parts + 1);  // sum of all parts below
#pragma omp parallel for schedule(static)
  for (std::size_t part = 0; part < parts; ++part) {
    std::uint32_t sum = 0;
    for (std::size_t i = begin_of(part); i < begin_of(part + 1); ++i) sum += in[i];
    before[part + 1] = sum;
  }
  for (std::size_t part = 0; part < parts; ++part) before[part + 1] += before[part];
#pragma omp parallel for schedule(static)
  for (std::size_t part = 0; part < parts; ++part) {
    std::uint32_t sum = before[part];
    for (std::size_t i = begin_of(part); i < begin_of(part + 1); ++i) {
      out[i] = sum;
      sum += in[i];
    }
  }
  return out;
}

}  // namespace apsp::labs
