// SPDX-License-Identifier: MIT
#include "tools/path/distances.hpp"

#include <fmt/core.h>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"

namespace apsp::path {
namespace {

DistancePart with_vertices(DistancePart part, std::size_t vertices) {
  part.vertices = vertices;
  return part;
}

}  // namespace

Distances::Distances(const std::string& path, const std::string& graph, std::size_t vertices,
                     const DistancePart& part, std::span<const std::string> names)
    : name_(path == "-" ? "standard input" : path),
      graph_(graph == "-" ? "standard input" : graph),
      file_(part.whole() ? DistanceFile(path, vertices)
                         : DistanceFile(path, shape_of(path, with_vertices(part, vertices)))),
      rows_(vertices_of(part.sources, vertices, names)),
      columns_(vertices_of(part.targets, vertices, names)) {
  if (part.whole() && file_.rows() != vertices) {
    throw Error(Fault::kInput,
                fmt::format("{0}: {1} x {1} distances, expected {2} x {2}: {3} has {4}", name_,
                            file_.rows(), vertices, graph_, counted(vertices, "vertex")));
  }
  const RowSet& lines = whole_rows() ? rows_ : columns_;
  line_of_.assign(lines.all() ? 0 : vertices, kNoLine);
  for (std::size_t n = line_of_.empty() ? 0 : lines.size(); n-- > 0;) line_of_[lines.source(n)] = n;
}

Column Distances::column(std::int32_t vertex) const {
  return {vertex, file_.all().data() + line_of(vertex).value(), file_.columns()};
}

std::optional<std::size_t> Distances::line_of(std::int32_t vertex) const {
  const auto v = static_cast<std::size_t>(vertex);
  if (line_of_.empty()) return v;
  return line_of_[v] == kNoLine ? std::nullopt : std::optional(line_of_[v]);
}

void Distances::refuse_line(std::size_t n, std::string_view finding) const {
  throw Error(Fault::kInput,
              fmt::format("{}: {} {}: {}; so it does not hold the distances of {}", name_,
                          whole_rows() ? "row" : "column", n, finding, graph_));
}

}  // namespace apsp::path
