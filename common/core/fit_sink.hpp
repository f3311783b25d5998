// SPDX-License-Identifier: MIT
// The sink that decides whether every length that is wanted fits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "common/base/pool.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/core/dijkstra.hpp"
#include "common/core/potentials.hpp"
#include "common/core/problem.hpp"
#include "common/core/row_sink.hpp"
#include "common/core/width.hpp"

namespace apsp {

/// Takes the rows of a solve, looks at the wanted columns, and passes nothing on.
class FitSink final : public RowSink {
 public:
  /// `problem` is that of the user, or of `potentials`, which reduce its weights where they are not
  /// null. Both outlive it, and so do the edges.
  FitSink(const Problem& problem, Width width, const Potentials* potentials)
      : problem_(problem),
        infinity_(infinity_of(width)),
        most_(problem.limited() ? problem.limit : INT64_MAX),
        potentials_(potentials) {}

  /// Before rows in which an infinite entry may stand for a path that is too long. Rows where that
  /// is wanted are then searched in 64 bits.
  void doubt_infinity() { doubts_infinity_ = true; }

  /// A length that is wanted and does not fit.
  struct Misfit {
    std::size_t row;      // vertices
    std::size_t column;   // likewise
    std::int64_t length;  // as the width counts it: maybe reduced
    bool format;          // the width holds it, but the distance file does not
  };

  /// The first one, by row and then in the order of the columns, once all rows were put.
  [[nodiscard]] const std::optional<Misfit>& first() const { return first_; }

  /// O(wanted columns) a row, and a search of the graph where one of them is not below infinity.
  /// Throws Error(kMemory).
  void put(std::size_t first_row, std::span<const Distance> rows) override;

 private:
  [[nodiscard]] std::optional<Misfit> misfit_of(std::size_t source, std::span<const Distance> row);
  [[nodiscard]] std::optional<Misfit> too_long(std::size_t source, std::span<const Distance> row);
  [[nodiscard]] std::int64_t restored(std::size_t source, std::size_t target,
                                      std::int64_t length) const;
  void make_arcs();

  const Problem& problem_;
  const Distance infinity_;
  const std::int64_t most_;  // of the user's lengths that are wanted
  const Potentials* potentials_;
  bool doubts_infinity_ = false;
  std::once_flag arcs_made_;
  CompressedRows<Arc> arcs_;  // for searches
  Pool<Dijkstra> searches_;
  std::mutex mutex_;
  std::optional<Misfit> first_;
};

}  // namespace apsp
