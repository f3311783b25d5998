// SPDX-License-Identifier: MIT
// Sparse rows on their way to the sink.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/near.hpp"

namespace apsp {

/// Consecutive sparse rows, filled one after the other.
template <typename Length>
struct NearBatch {
  std::size_t first_row = 0;
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> destinations;
  std::vector<Length> distances;
  std::vector<std::int32_t> path_vertices;  // empty where none are wanted

  [[nodiscard]] std::size_t rows() const { return offsets.size() - 1; }

  /// Ends the row whose elements were added since the last one.
  void end_row() { offsets.push_back(static_cast<std::int64_t>(destinations.size())); }

  /// Leaves no rows and keeps the memory. The next one is row number `row`.
  void restart(std::size_t row) {
    first_row = row;
    offsets.resize(1);
    destinations.clear();
    distances.clear();
    path_vertices.clear();
  }

  [[nodiscard]] BasicNearRows<Length> view() const {
    return {first_row, offsets, destinations, distances, path_vertices};
  }
};

}  // namespace apsp
