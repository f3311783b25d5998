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

#include "common/app/distance_part.hpp"
#include "common/core/row_set.hpp"
#include "common/io/distance_file.hpp"
#include "tools/path/column_search.hpp"

namespace apsp::path {

/// Distances of a graph, with the row or the column of each vertex. The values are not looked at.
class Distances {
 public:
  /// Opens `path`, which holds `part` of the distances of the graph in the file `graph`, whole rows
  /// or whole columns. `names` are those of its `vertices`, or none. Throws Error(kInput) where the
  /// file does not have the size for the graph.
  Distances(const std::string& path, const std::string& graph, std::size_t vertices,
            const DistancePart& part, std::span<const std::string> names);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const RowSet& rows() const { return rows_; }

  /// Whether rows are whole. If not, columns are.
  [[nodiscard]] bool whole_rows() const { return columns_.all(); }

  /// Returns row r, or rows [first, first + count).
  [[nodiscard]] std::span<const Distance> row(std::size_t r) const { return file_.row(r); }
  [[nodiscard]] std::span<const Distance> rows(std::size_t first, std::size_t count) const {
    return file_.all().subspan(first * file_.columns(), count * file_.columns());
  }

  /// Returns the whole column of a vertex that has one.
  [[nodiscard]] Column column(std::int32_t vertex) const;

  /// Returns the first whole row or column of a vertex; nothing where it has none.
  [[nodiscard]] std::optional<std::size_t> line_of(std::int32_t vertex) const;

  /// Throws Error(kInput): row or column n is not of the graph, because of `finding`.
  [[noreturn]] void refuse_line(std::size_t n, std::string_view finding) const;

 private:
  static constexpr std::size_t kNoLine = static_cast<std::size_t>(-1);

  std::string name_;
  std::string graph_;
  DistanceFile file_;
  RowSet rows_;
  RowSet columns_;
  std::vector<std::size_t> line_of_;  // by vertex; none where all have one
};

}  // namespace apsp::path
