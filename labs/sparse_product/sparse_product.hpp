// SPDX-License-Identifier: MIT
// A sparse matrix times a vector, y(i) = sum over j of A(i,j) x(j), with (+, x) and with (min, +).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "labs/common/semiring.hpp"

namespace apsp::labs {

/// Compressed rows: row i has the entries [begins(i), begins(i + 1)), ascending by column.
template <typename Element>
struct CompressedMatrix {
  std::vector<std::uint32_t> begins;   // rows + 1 of them
  std::vector<std::uint32_t> columns;  // of each entry
  std::vector<Element> values;         // of each entry

  [[nodiscard]] std::size_t rows() const { return begins.size() - 1; }
  [[nodiscard]] std::size_t entries() const { return values.size(); }
};

/// The same matrix, every row as long as the longest one: entry k of row i is at k * rows + i, so
/// that neighbouring rows lie side by side. Entries that fill up add nothing: column 0, kZero.
template <typename Element>
struct PaddedMatrix {
  std::size_t rows;
  std::size_t width;  // entries of each row
  std::vector<std::uint32_t> columns;
  std::vector<Element> values;
};

template <class Semiring>
[[nodiscard]] PaddedMatrix<typename Semiring::Element> padded(
    const CompressedMatrix<typename Semiring::Element>& matrix);

/// A square matrix of rows of about `average` entries with small values, ascending by column. Each
/// 64th row is empty, others have from half to one and a half times the average. Columns lie in a
/// window of `window` round the diagonal, or anywhere if `window` is 0 or above `rows`.
template <class Semiring>
[[nodiscard]] CompressedMatrix<typename Semiring::Element> random_matrix(std::size_t rows,
                                                                         std::size_t average,
                                                                         std::size_t window,
                                                                         std::uint64_t seed);

/// The product on all threads of the processor. O(rows + entries).
template <class Semiring>
[[nodiscard]] std::vector<typename Semiring::Element> multiply_sparse_on_cpu(
    const CompressedMatrix<typename Semiring::Element>& matrix,
    const std::vector<typename Semiring::Element>& x);

/// Operands of the device, of both layouts. `columns` and `values` have room for a multiple of four
/// entries, so that a load of 16 bytes may end there.
template <typename Element>
struct SparseOperands {
  std::size_t rows;
  std::size_t entries;
  const std::uint32_t* begins;
  const std::uint32_t* columns;
  const Element* values;
  std::size_t width;  // of the padded matrix
  const std::uint32_t* padded_columns;
  const Element* padded_values;
  const Element* x;
  Element* y;
};

template <class Semiring>
struct SparseStep {
  std::string_view name;
  void (*enqueue)(const SparseOperands<typename Semiring::Element>& operands);
};

/// The ladder, in the order of the lecture.
template <class Semiring>
[[nodiscard]] std::span<const SparseStep<Semiring>> sparse_steps();

}  // namespace apsp::labs
