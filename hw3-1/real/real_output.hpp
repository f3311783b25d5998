// SPDX-License-Identifier: MIT
// The memory that lengths which round go to.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "hw3-1/real/real_solve.hpp"

namespace apsp::cpu {

/// Takes rows as an engine has them: of reduced lengths, beyond the limit, and of all columns.
template <typename Element>
class RealOutput {
 public:
  /// Fills `out`, rows x columns elements, row-major. All outlives it.
  RealOutput(const RealProblem& problem, std::span<Element> out) : problem_(problem), out_(out) {}

  /// Takes row number r, in which the length to vertex j is length_to(j), infinity: no path. Any
  /// thread.
  template <typename LengthTo>
  void put(std::size_t r, const LengthTo& length_to) const {
    const std::span<Element> row =
        out_.subspan(r * problem_.columns.size(), problem_.columns.size());
    put_lengths(problem_.rows.source(r), row, length_to);
    if (std::isinf(problem_.limit)) return;
    for (Element& length : row) {
      if (length > problem_.limit) length = std::numeric_limits<Element>::infinity();
    }
  }

  /// Row number r, after put().
  [[nodiscard]] std::span<const Element> row(std::size_t r) const {
    return out_.subspan(r * problem_.columns.size(), problem_.columns.size());
  }

 private:
  template <typename LengthTo>
  void put_lengths(std::size_t i, std::span<Element> row, const LengthTo& length_to) const {
    if (problem_.columns.all() && problem_.potentials == nullptr) {
      for (std::size_t j = 0; j < problem_.vertices; ++j) row[j] = length_to(j);
      return;
    }
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::size_t j = problem_.columns.source(c);
      const Element length = length_to(j);
      row[c] = problem_.potentials == nullptr || !std::isfinite(length)
                   ? length
                   : static_cast<Element>(length + problem_.potentials->difference(i, j));
    }
  }

  const RealProblem& problem_;
  std::span<Element> out_;
};

}  // namespace apsp::cpu
