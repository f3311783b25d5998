// SPDX-License-Identifier: MIT
// The distance files that tools read: all rows and columns, or those of --sources and --targets.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "common/app/option_parser.hpp"
#include "common/app/source_list.hpp"
#include "common/core/row_set.hpp"
#include "common/io/distance_file.hpp"

namespace apsp {

/// The part of a V x V matrix that a distance file holds, as the user gives it.
struct DistancePart {
  std::optional<SourceList> sources{};    // of the rows; nothing: all vertices
  std::optional<SourceList> targets{};    // of the columns; nothing: all vertices
  std::optional<std::size_t> vertices{};  // V; nothing: by the size

  /// Whether it is all rows and columns.
  [[nodiscard]] bool whole() const { return !sources && !targets; }

  /// Whether a list is that of a file, which may have names.
  [[nodiscard]] bool by_file() const {
    return (sources && sources->file()) || (targets && targets->file());
  }
};

/// Returns the shape of the distance file `path` that holds `part`. Throws Error(kUsage) where a
/// list counts on V, and V is not given.
[[nodiscard]] DistanceShape shape_of(const std::string& path, const DistancePart& part);

/// A distance file that holds a part, and its V.
struct DistanceInput {
  /// Opens the file. V is `part.vertices`, or follows from the size; with both lists it is the
  /// least that has all their vertices. Throws as shape_of(), also where that least one is unknown,
  /// and as DistanceFile.
  DistanceInput(const std::string& path, const DistancePart& part);

  DistanceFile file;
  std::size_t vertices;
};

/// Returns the vertices of the rows or columns that `list` chooses; all without a list. Throws as
/// SourceList::rows().
[[nodiscard]] RowSet vertices_of(const std::optional<SourceList>& list, std::size_t vertices,
                                 std::span<const std::string> names);

/// Adds --sources and --targets for a tool that reads a distance file. `part` outlives the parser.
void add_distance_part(OptionParser& parser, DistancePart& part);

/// Adds --vertices, for a tool that reads a distance file without its graph. Returns the option.
OptionParser::Option add_distance_vertices(OptionParser& parser, DistancePart& part);

}  // namespace apsp
