// SPDX-License-Identifier: MIT
// The summary of a distance matrix: how far, how many, how often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/core/distance.hpp"
#include "common/core/row_set.hpp"
#include "common/rows/histogram.hpp"
#include "common/rows/row_gatherer.hpp"

namespace apsp {

/// Made of rows of a distance matrix. A pair is the source of a row and another vertex, one of
/// `targets`; everything but `unreachable` is about those pairs alone whose second vertex is
/// reached from the first. The same rows give the same summary on every backend.
struct RowsSummary {
  explicit RowsSummary(const RowSet& sources) : RowsSummary(sources, RowSet(sources.vertices())) {}
  RowsSummary(RowSet sources, RowSet columns);

  RowSet set;
  RowSet targets;
  std::vector<RowNumbers> rows;
  Histogram histogram = {};  // of all pairs

  [[nodiscard]] std::size_t vertices() const { return set.vertices(); }

  /// Number of pairs of a row.
  [[nodiscard]] std::size_t others(std::size_t row) const;

  /// Numbers of pairs.
  [[nodiscard]] std::uint64_t reachable() const;
  [[nodiscard]] std::uint64_t unreachable() const;

  /// The sum of all distances; of an undirected graph twice its Wiener index. Nothing where it
  /// passes the range of 64 bits.
  [[nodiscard]] std::optional<std::int64_t> sum() const;

  /// Nothing where no pair is reachable.
  [[nodiscard]] std::optional<double> mean() const;

  /// The largest distance from the source of a row to any vertex that it reaches; nothing where it
  /// reaches none.
  [[nodiscard]] std::optional<Distance> eccentricity(std::size_t row) const;

  /// The largest and the smallest eccentricity; nothing where no pair is reachable.
  [[nodiscard]] std::optional<Distance> diameter() const;
  [[nodiscard]] std::optional<Distance> radius() const;

  /// The sources whose eccentricity is the radius, and those whose is the diameter; ascending.
  [[nodiscard]] std::vector<std::size_t> centre() const;
  [[nodiscard]] std::vector<std::size_t> periphery() const;

  /// Returns the closeness of a row's source, as Wasserman and Faust (1994) improve it: (r / sum)
  /// (r / others(row)) for r vertices that it reaches at distances of that sum. It is 0 where r is
  /// 0 or all distances are, and there is none where distances below 0 leave a sum of 0 or less.
  /// Paths leave it: networkx.closeness_centrality of the reversed graph.
  [[nodiscard]] std::optional<double> closeness(std::size_t row) const;

  /// One JSON object of a line a key, and a newline. Sums are whole numbers of 64 bits, what does
  /// not exist is null. `sources` and `targets` are named where not all are there. `source` is the
  /// file that was summarised, `names` those of the vertices or empty.
  [[nodiscard]] std::string json(const std::string& source,
                                 const std::vector<std::string>& names = {}) const;

 private:
  [[nodiscard]] std::vector<std::size_t> with(std::optional<Distance> eccentricity) const;

  std::vector<std::uint32_t> targets_at_;  // by vertex, its number of columns; none: one each
};

/// The percentiles of the report: the 90th is known as the effective diameter.
inline constexpr unsigned kPercentiles[] = {50, 90, 95, 99};

}  // namespace apsp
