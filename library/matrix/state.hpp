// SPDX-License-Identifier: MIT
// The inside of a WeightMatrix.
#pragma once

#include "apsp/matrix.hpp"
#include "library/matrix/matrix_reader.hpp"

namespace apsp {

class WeightMatrix::State : public MatrixWeights {
 public:
  explicit State(MatrixWeights read) : MatrixWeights(std::move(read)) {}
};

}  // namespace apsp
