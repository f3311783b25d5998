// SPDX-License-Identifier: MIT
// Reads matrices of numbers as the weights of dense graphs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "apsp/matrix.hpp"
#include "common/core/dense_weights.hpp"
#include "library/matrix/number_loops.hpp"

namespace apsp {

/// The weights of a matrix, in units of 2^exponent. Without an exponent they are no such integers,
/// and are as they were.
struct MatrixWeights {
  DenseWeights weights;
  std::optional<int> exponent;
};

/// Reads a matrix of V x V numbers. Integers are found first; otherwise the largest unit that makes
/// all weights integers, whose lengths are then finite in double. T is one of NumberLoops. O(V^2),
/// parallel: one pass over the numbers where a sample of the rows tells unit and type. Throws
/// Error(kMemory).
template <typename T>
[[nodiscard]] MatrixWeights read_matrix(std::span<const T> matrix, std::size_t vertices,
                                        const MatrixReading& reading, const NumberLoops& loops);

}  // namespace apsp
