// SPDX-License-Identifier: MIT
// Single elements of a matrix, for kernels that scatter.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/gpu/dense/device_matrix.hpp"

namespace apsp::gpu {

/// The element of vertices `row`, which the device holds, and `column`, which lies in its window
/// where that alone is held.
template <class Word>
__device__ typename Word::Element* element_at(const MatrixView<Word>& matrix, std::size_t row,
                                              std::size_t column) {
  const std::size_t held_row = row - matrix.layout.first_vertex();
  if (matrix.layout.half) {
    constexpr std::size_t kColumns = std::size_t{kBlockWords} * Word::kElements;
    column =
        matrix.layout.place_of(row / kBlockRows, column / kColumns) * kColumns + column % kColumns;
  }
  return reinterpret_cast<typename Word::Element*>(matrix.words +
                                                   held_row * matrix.layout.pitch()) +
         column;
}

/// Lowers *element to `value`, if that is less. Atomic, as is the next.
__device__ inline void lower(std::int32_t* element, std::int32_t value) {
  atomicMin(element, value);
}

__device__ inline void lower(std::uint16_t* element, std::uint16_t value) {
  std::uint16_t known = *element;
  while (value < known) {
    const std::uint16_t before = atomicCAS(element, known, value);
    if (before == known) return;
    known = before;
  }
}

}  // namespace apsp::gpu
