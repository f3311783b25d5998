// SPDX-License-Identifier: MIT
#include "common/app/distance_part.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "common/base/error.hpp"

namespace apsp {
namespace {

/// Returns the number of vertices in a list; nothing without a list.
std::optional<std::size_t> size_of(const std::optional<SourceList>& list, const std::string& path,
                                   std::optional<std::size_t> vertices) {
  if (!list) return std::nullopt;
  const std::optional<std::size_t> size = list->size(vertices);
  if (size) return size;
  throw Error(Fault::kUsage,
              fmt::format("{}: a range ends with V, which the size of {} does not tell, expected "
                          "ranges A:B with a B, or --vertices V",
                          list->option(), path));
}

/// Returns the least V with all vertices of both lists.
std::size_t least_vertices(const DistancePart& part, const std::string& path) {
  std::size_t vertices = 0;
  for (const SourceList& list : {*part.sources, *part.targets}) {
    const std::optional<std::size_t> least = list.least_vertices();
    if (!least) {
      throw Error(Fault::kUsage,
                  fmt::format("{}: the size of {} does not tell V where some rows and columns are "
                              "there, expected --vertices V, or vertices by number",
                              list.option(), path));
    }
    vertices = std::max(vertices, *least);
  }
  return vertices;
}

}  // namespace

DistanceShape shape_of(const std::string& path, const DistancePart& part) {
  return {size_of(part.sources, path, part.vertices), size_of(part.targets, path, part.vertices),
          part.vertices};
}

DistanceInput::DistanceInput(const std::string& path, const DistancePart& part)
    : file(path, shape_of(path, part)),
      vertices(part.vertices   ? *part.vertices
               : !part.targets ? file.columns()
               : !part.sources ? file.rows()
                               : least_vertices(part, path)) {}

RowSet vertices_of(const std::optional<SourceList>& list, std::size_t vertices,
                   std::span<const std::string> names) {
  return list ? list->rows(vertices, names) : RowSet(vertices);
}

void add_distance_part(OptionParser& parser, DistancePart& part) {
  add_source_list(parser, "--sources", "distances: the file has only the rows of these vertices",
                  part.sources);
  add_source_list(parser, "--targets", "distances: the file has only the columns of these vertices",
                  part.targets);
}

OptionParser::Option add_distance_vertices(OptionParser& parser, DistancePart& part) {
  return parser.add_integer(
      "--vertices", 1, std::numeric_limits<std::int32_t>::max(),
      "distances: V, the number of vertices; default: by the\nsize",
      [&](std::int64_t number) { part.vertices = static_cast<std::size_t>(number); });
}

}  // namespace apsp
