// SPDX-License-Identifier: MIT
// The sink for finished rows, and one that is a vector.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "apsp/rows.hpp"  // IWYU pragma: export
#include "common/core/distance.hpp"

namespace apsp {

/// A sink in memory, row-major, for tests and the self-check.
class MatrixSink final : public RowSink {
 public:
  explicit MatrixSink(std::size_t vertices) : MatrixSink(vertices, vertices) {}
  MatrixSink(std::size_t vertices, std::size_t rows)
      : vertices_(vertices), distances_(rows * vertices, kNotWritten) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    std::copy(rows.begin(), rows.end(),
              distances_.begin() + static_cast<std::ptrdiff_t>(first_row * vertices_));
  }

  [[nodiscard]] std::span<const Distance> distances() const { return distances_; }

  /// Fills rows that are not put yet. No distance has this value, so a missing row is seen.
  static constexpr Distance kNotWritten = -0x5a5a5a5a;

 private:
  std::size_t vertices_;
  std::vector<Distance> distances_;
};

}  // namespace apsp
