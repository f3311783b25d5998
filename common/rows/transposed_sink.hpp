// SPDX-License-Identifier: MIT
// The sink that turns rows of distances to targets into rows of distances from sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/core/row_set.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Takes rows of the reversed graph, row t with the distances to targets.source(t) from every
/// vertex, and keeps what of them is wanted: 4 bytes for each source and target.
class TransposedSink final : public RowSink {
 public:
  TransposedSink(RowSet sources, std::size_t targets)
      : sources_(std::move(sources)), targets_(targets), kept_(sources_.size() * targets) {}

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t sources, std::size_t targets) {
    return std::uint64_t{sources} * targets * sizeof(Distance);
  }

  void put(std::size_t first_row, std::span<const Distance> rows) override;

  /// After all rows: puts a row for each source, its distances to the targets in their order, into
  /// `next`. In ascending order of each thread. O(sources x targets), in parallel.
  void put_rows(RowSink& next) const;

 private:
  RowSet sources_;
  std::size_t targets_;
  std::vector<Distance> kept_;  // target by target
};

}  // namespace apsp
