// SPDX-License-Identifier: MIT
// The distance file of a graph, by vertex.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/app/source_list.hpp"
#include "common/core/row_set.hpp"
#include "common/io/distance_file.hpp"

namespace apsp::path {

/// Rows of distances of a graph, with the row of each vertex. The values are not looked at.
class Distances {
 public:
  /// Opens `path`, whose rows are those of `sources`, or of all `vertices` of the graph in the file
  /// `graph`. `names` are those of the vertices, or none. Throws Error(kInput) where the file does
  /// not have the size for the graph.
  Distances(const std::string& path, const std::string& graph, std::size_t vertices,
            const std::optional<SourceList>& sources, std::span<const std::string> names);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const RowSet& rows() const { return rows_; }

  /// Returns row r, or rows [first, first + count).
  [[nodiscard]] std::span<const Distance> row(std::size_t r) const { return file_.row(r); }
  [[nodiscard]] std::span<const Distance> rows(std::size_t first, std::size_t count) const {
    return file_.all().subspan(first * file_.vertices(), count * file_.vertices());
  }

  /// Returns the first row of a vertex; nothing where it has none.
  [[nodiscard]] std::optional<std::size_t> row_of(std::int32_t vertex) const;

  /// Throws Error(kInput): row r is not of the graph, because of `finding`.
  [[noreturn]] void refuse_row(std::size_t r, std::string_view finding) const;

 private:
  static constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);

  std::string name_;
  std::string graph_;
  DistanceFile file_;
  RowSet rows_;
  std::vector<std::size_t> row_of_;  // by vertex; none where all have one
};

}  // namespace apsp::path
