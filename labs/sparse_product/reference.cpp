// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/base/random.hpp"
#include "labs/sparse_product/sparse_product.hpp"

namespace apsp::labs {
namespace {

constexpr std::size_t kEmptyEvery = 64;

std::size_t row_length(std::size_t row, std::size_t average, std::uint64_t word) {
  if (row % kEmptyEvery == kEmptyEvery - 1) return 0;
  return average / 2 + static_cast<std::size_t>(scale(word, average + 1));
}

}  // namespace

template <class Semiring>
CompressedMatrix<typename Semiring::Element> random_matrix(std::size_t rows, std::size_t average,
                                                           std::size_t window, std::uint64_t seed) {
  CompressedMatrix<typename Semiring::Element> matrix;
  matrix.begins.assign(rows + 1, 0);
  const RandomKey lengths(seed, 0);
  for (std::size_t row = 0; row < rows; ++row) {
    matrix.begins[row + 1] = matrix.begins[row] + static_cast<std::uint32_t>(
                                                      row_length(row, average, lengths.word(row)));
  }
  matrix.columns.resize(matrix.begins.back());
  matrix.values.resize(matrix.begins.back());
  if (window == 0 || window > rows) window = rows;
  const RandomKey entries(seed, 1);
#pragma omp parallel for schedule(static)
  for (std::size_t row = 0; row < rows; ++row) {
    SplitMix64 random = entries.stream(row);
    const std::size_t below = row - std::min(row, window / 2);
    const std::size_t first = std::min(below, rows - window);
    for (std::size_t e = matrix.begins[row]; e < matrix.begins[row + 1]; ++e) {
      matrix.columns[e] = static_cast<std::uint32_t>(first + random.below(window));
      matrix.values[e] = static_cast<typename Semiring::Element>(random.below(8));
    }
    std::sort(matrix.columns.begin() + matrix.begins[row],
              matrix.columns.begin() + matrix.begins[row + 1]);
  }
  return matrix;
}

template <class Semiring>
PaddedMatrix<typename Semiring::Element> padded(
    const CompressedMatrix<typename Semiring::Element>& matrix) {
  PaddedMatrix<typename Semiring::Element> result{matrix.rows(), 0, {}, {}};
  for (std::size_t row = 0; row < result.rows; ++row) {
    result.width = std::max<std::size_t>(result.width, matrix.begins[row + 1] - matrix.begins[row]);
  }
  result.columns.assign(result.rows * result.width, 0);
  result.values.assign(result.rows * result.width, Semiring::kZero);
#pragma omp parallel for schedule(static)
  for (std::size_t row = 0; row < result.rows; ++row) {
    for (std::size_t e = matrix.begins[row]; e < matrix.begins[row + 1]; ++e) {
      const std::size_t at = (e - matrix.begins[row]) * result.rows + row;
      result.columns[at] = matrix.columns[e];
      result.values[at] = matrix.values[e];
    }
  }
  return result;
}

template <class Semiring>
std::vector<typename Semiring::Element> multiply_sparse_on_cpu(
    const CompressedMatrix<typename Semiring::Element>& matrix,
    const std::vector<typename Semiring::Element>& x) {
  std::vector<typename Semiring::Element> y(matrix.rows());
#pragma omp parallel for schedule(static)
  for (std::size_t row = 0; row < y.size(); ++row) {
    auto sum = Semiring::kZero;
    for (std::size_t e = matrix.begins[row]; e < matrix.begins[row + 1]; ++e) {
      sum = Semiring::step(sum, matrix.values[e], x[matrix.columns[e]]);
    }
    y[row] = sum;
  }
  return y;
}

#define APSP_INSTANTIATE(S)                                                                       \
  template CompressedMatrix<S::Element> random_matrix<S>(std::size_t, std::size_t, std::size_t,   \
                                                         std::uint64_t);                          \
  template PaddedMatrix<S::Element> padded<S>(const CompressedMatrix<S::Element>&);               \
  template std::vector<S::Element> multiply_sparse_on_cpu<S>(const CompressedMatrix<S::Element>&, \
                                                             const std::vector<S::Element>&);
APSP_INSTANTIATE(PlusTimes)
APSP_INSTANTIATE(MinPlus)
#undef APSP_INSTANTIATE

}  // namespace apsp::labs
