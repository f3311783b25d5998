// SPDX-License-Identifier: MIT
#include "library/batch_predecessors.hpp"

#include <algorithm>
#include <limits>

#include "apsp/graph.hpp"
#include "common/base/for_each_isa.hpp"
#include "hw3-1/batch/kernels.hpp"

namespace apsp {
namespace {

// No sum of a distance and a weight.
constexpr std::int32_t kFound = std::numeric_limits<std::int32_t>::min();  // in this level
constexpr std::int32_t kDone = kFound + 1;                                 // or no path

/// Columns of a row that are looked at together: a row of a working matrix is a multiple of them.
constexpr std::size_t kTogether = cpu::kRowAlignment / sizeof(std::int32_t);

/// TightSearch::run() for one row of distances d, where `wanted` has the distances that are, and
/// kDone elsewhere. `wanted` and `p` have `stride` elements, `frontier` has n + 1. All of a row in
/// one function, since rows are short and each set of instructions is called over a pointer.
APSP_FOR_EACH_ISA
void find_row(const std::int32_t* weights, std::size_t stride, const std::int32_t* d, std::size_t n,
              std::int32_t source, std::int32_t* wanted, std::int32_t* frontier, std::int32_t* p) {
  frontier[0] = source;
  for (std::size_t count = 1; count > 0;) {
    for (std::size_t first = 0; first < n; first += kTogether) {
      alignas(cpu::kRowAlignment) std::int32_t left[kTogether];
      alignas(cpu::kRowAlignment) std::int32_t before[kTogether];
      for (std::size_t x = 0; x < kTogether; ++x) left[x] = wanted[first + x];
      for (std::size_t x = 0; x < kTogether; ++x) before[x] = p[first + x];
      for (std::size_t f = 0; f < count; ++f) {
        const std::int32_t vertex = frontier[f];
        const std::int32_t length = d[static_cast<std::size_t>(vertex)];
        const std::int32_t* const w = weights + static_cast<std::size_t>(vertex) * stride + first;
#pragma omp simd
        for (std::size_t x = 0; x < kTogether; ++x) {
          const bool tight = length + w[x] == left[x];
          before[x] = tight ? vertex : before[x];
          left[x] = tight ? kFound : left[x];
        }
      }
      for (std::size_t x = 0; x < kTogether; ++x) wanted[first + x] = left[x];
      for (std::size_t x = 0; x < kTogether; ++x) p[first + x] = before[x];
    }
    count = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const bool found = wanted[j] == kFound;
      frontier[count] = static_cast<std::int32_t>(j);
      count += found ? 1 : 0;
      wanted[j] = found ? kDone : wanted[j];
    }
  }
}

template <typename Length>
[[gnu::always_inline]] inline std::size_t close(Length* d, std::size_t n, std::int32_t* p) {
  constexpr Length kInfinite = std::numeric_limits<Length>::infinity();
  const std::size_t stride = cpu::stride_of<Length>(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const bool edge = i != j && d[i * stride + j] < kInfinite;
      p[i * n + j] = edge ? static_cast<std::int32_t>(i) : kNoPredecessor;
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    if (d[k * stride + k] < 0) return k;
    const Length* const from = d + k * stride;
    const std::int32_t* const before = p + k * n;
    for (std::size_t i = 0; i < n; ++i) {
      Length* const to = d + i * stride;
      std::int32_t* const row = p + i * n;
      const Length first = to[k];
      if (i == k || !(first < kInfinite)) continue;
#pragma omp simd  // rows i and k are two
      for (std::size_t j = 0; j < n; ++j) {
        const Length sum = first + from[j];
        const bool less = sum < to[j];
        to[j] = less ? sum : to[j];
        row[j] = less ? before[j] : row[j];
      }
    }
  }
  return n;
}

APSP_FOR_EACH_ISA
std::size_t close_floats(float* d, std::size_t n, std::int32_t* p) {
  return close(d, n, p);
}
APSP_FOR_EACH_ISA
std::size_t close_doubles(double* d, std::size_t n, std::int32_t* p) {
  return close(d, n, p);
}

}  // namespace

void TightSearch::run(const std::int32_t* weights, const std::int32_t* distances, std::size_t n,
                      std::int32_t longest, std::int32_t* p, std::size_t width) {
  const std::size_t stride = cpu::stride_of<std::int32_t>(n);
  wanted_.resize(stride);
  row_.resize(stride);
  frontier_.resize(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int32_t* const d = distances + i * stride;
    std::fill(row_.begin(), row_.end(), kNoPredecessor);
    std::fill(wanted_.begin(), wanted_.end(), kDone);
    for (std::size_t j = 0; j < n; ++j) wanted_[j] = d[j] <= longest ? d[j] : kDone;
    wanted_[i] = kDone;
    find_row(weights, stride, d, n, static_cast<std::int32_t>(i), wanted_.data(), frontier_.data(),
             row_.data());
    std::copy_n(row_.begin(), n, p + i * width);
  }
}

std::size_t close_with_predecessors(float* d, std::size_t n, std::int32_t* p) {
  return close_floats(d, n, p);
}
std::size_t close_with_predecessors(double* d, std::size_t n, std::int32_t* p) {
  return close_doubles(d, n, p);
}

}  // namespace apsp
