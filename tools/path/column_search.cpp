// SPDX-License-Identifier: MIT
#include "tools/path/column_search.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/index.hpp"

namespace apsp::path {
namespace {

/// Whether the arc out of v is tight. Throws WrongRow where it leads from v on a shorter way.
bool is_tight(const Column& column, std::int32_t v, const Arc& arc) {
  const Distance rest = column.from(arc.vertex);
  const Distance whole = column.from(v);
  if (rest == kUnreachable) return false;
  const std::int64_t sum = std::int64_t{rest} + arc.weight;
  if (whole != kUnreachable && sum >= whole) return sum == whole;
  throw WrongRow(fmt::format("{}, expected at most {}: an edge of weight {} to {}, then {}",
                             whole == kUnreachable
                                 ? fmt::format("there is no path from {}", v)
                                 : fmt::format("the distance from {} is {}", v, whole),
                             sum, arc.weight, arc.vertex, rest));
}

}  // namespace

CompressedRows<Arc> arcs_out_of(const Graph& graph) {
  return compress(graph.vertices, graph.edges,
                  {.end = RowRules::End::kSource, .drop_loops = true, .merge_repeated = true});
}

std::vector<std::int32_t> ColumnSearch::find(const Column& column, std::int32_t source) {
  const std::int32_t target = column.target;
  if (const Distance own = column.from(target); own != 0) {
    throw WrongRow(fmt::format("the distance from {0} to {0} is {1}, expected 0", target, own));
  }
  if (source == target) return {source};
  if (column.from(source) == kUnreachable) {
    for (const Arc& arc : arcs_.of(index(source))) (void)is_tight(column, source, arc);
    return {};
  }
  restart(source);
  std::size_t begin = 0;  // of the level in order_
  for (std::int32_t level = 1; begin < order_.size(); ++level) {
    const std::size_t end = order_.size();
    for (std::size_t n = begin; n < end; ++n) expand(column, order_[n], level);
    if (marks_[index(target)].level == level) return trace(source, target);
    begin = end;
  }
  throw WrongRow(fmt::format("the distance from {} is {}, but no path to {} is so long", source,
                             column.from(source), target));
}

void ColumnSearch::restart(std::int32_t source) {
  for (const std::int32_t v : order_) marks_[index(v)] = {};
  order_.assign(1, source);
  marks_[index(source)].level = 0;
}

/// Puts the vertices behind v that are new into the next level, and v before them where it is the
/// smallest.
void ColumnSearch::expand(const Column& column, std::int32_t v, std::int32_t next_level) {
  for (const Arc& arc : arcs_.of(index(v))) {
    if (!is_tight(column, v, arc)) continue;
    Mark& mark = marks_[index(arc.vertex)];
    if (mark.level == kNone) {
      mark = {next_level, v};
      order_.push_back(arc.vertex);
    } else if (mark.level == next_level) {
      mark.before = std::min(mark.before, v);
    }
  }
}

std::vector<std::int32_t> ColumnSearch::trace(std::int32_t source, std::int32_t target) const {
  std::vector<std::int32_t> path = {target};
  while (path.back() != source) path.push_back(marks_[index(path.back())].before);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace apsp::path
