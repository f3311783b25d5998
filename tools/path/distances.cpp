// SPDX-License-Identifier: MIT
#include "tools/path/distances.hpp"

#include <fmt/core.h>

#include "common/app/distance_rows.hpp"
#include "common/base/error.hpp"
#include "common/base/plural.hpp"

namespace apsp::path {

Distances::Distances(const std::string& path, const std::string& graph, std::size_t vertices,
                     const std::optional<SourceList>& sources, std::span<const std::string> names)
    : name_(path == "-" ? "standard input" : path),
      graph_(graph == "-" ? "standard input" : graph),
      file_(sources ? open_distances(path, sources, vertices) : DistanceFile(path, vertices)),
      rows_(sources ? sources->rows(vertices, names) : RowSet(vertices)) {
  if (file_.vertices() != vertices) {
    throw Error(Fault::kInput,
                fmt::format("{0}: {1} x {1} distances, expected {2} x {2}: {3} has {4}", name_,
                            file_.vertices(), vertices, graph_, counted(vertices, "vertex")));
  }
  row_of_.assign(rows_.all() ? 0 : vertices, kNoRow);
  for (std::size_t r = rows_.all() ? 0 : rows_.size(); r-- > 0;) row_of_[rows_.source(r)] = r;
}

std::optional<std::size_t> Distances::row_of(std::int32_t vertex) const {
  const auto v = static_cast<std::size_t>(vertex);
  if (rows_.all()) return v;
  return row_of_[v] == kNoRow ? std::nullopt : std::optional(row_of_[v]);
}

void Distances::refuse_row(std::size_t r, std::string_view finding) const {
  throw Error(Fault::kInput, fmt::format("{}: row {}: {}; so it does not hold the distances of {}",
                                         name_, r, finding, graph_));
}

}  // namespace apsp::path
