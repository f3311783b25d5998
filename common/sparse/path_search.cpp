// SPDX-License-Identifier: MIT
#include "common/sparse/path_search.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/index.hpp"
#include "common/core/distance.hpp"
#include "common/sparse/lengths_from.hpp"

namespace apsp {
namespace {

[[noreturn]] void refuse(std::int64_t found, std::int32_t target, const Arc& arc,
                         std::int64_t before) {
  throw WrongRow(fmt::format(
      "the distance to {} is {}, expected at most {}: {} to {}, then an edge of weight {} to {}",
      target, found, before + arc.weight, before, arc.vertex, arc.weight, target));
}

/// Whether the arc into v is tight. Throws WrongRow where it leads to v on a shorter way.
template <typename Row>
bool is_tight(const Row& row, const Arc& arc, std::int32_t v) {
  const auto before = row.to[index(arc.vertex)];
  const auto after = row.to[index(v)];
  if (before == row.no_path) return false;
  const std::int64_t sum = std::int64_t{before} + arc.weight;
  if (sum > after) return false;
  if (sum < after) refuse(after, v, arc, before);
  return true;
}

}  // namespace

CompressedRows<Arc> arcs_into(const Graph& graph) {
  return compress(graph.vertices, graph.edges,
                  {.end = RowRules::End::kDestination, .drop_loops = true, .merge_repeated = true});
}

PathSearch::PathSearch(const CompressedRows<Arc>& arcs) : arcs_(arcs), marks_(arcs.vertices()) {}

template <typename Row>
std::vector<std::int32_t> PathSearch::find(const Row& row, std::int32_t target) {
  if (const auto own = row.to[index(row.source)]; own != 0) {
    throw WrongRow(fmt::format("the distance from {0} to {0} is {1}, expected 0", row.source, own));
  }
  if (target == row.source) return {target};
  if (row.to[index(target)] == row.no_path) {
    require_unreached(row, target);
    return {};
  }
  restart(target);
  std::size_t begin = 0;  // of the level in order_
  for (std::int32_t level = 0; begin < order_.size(); ++level) {
    const std::size_t end = order_.size();
    if (link_source(row, begin, end)) {
      for (std::size_t n = begin; n-- > 0;) link(row, order_[n]);
      return trace(row.source, target);
    }
    for (std::size_t n = begin; n < end; ++n) expand(row, order_[n], level + 1);
    begin = end;
  }
  throw WrongRow(fmt::format("the distance to {} is {}, but no path from {} is so long", target,
                             row.to[index(target)], row.source));
}

void PathSearch::restart(std::int32_t target) {
  for (const std::int32_t v : order_) marks_[index(v)] = {};
  order_.assign(1, target);
  marks_[index(target)].level = 0;
}

template <typename Row>
void PathSearch::require_unreached(const Row& row, std::int32_t target) const {
  for (const Arc& arc : arcs_.of(index(target))) {
    const auto before = row.to[index(arc.vertex)];
    if (before == row.no_path) continue;
    throw WrongRow(fmt::format(
        "there is no path to {}, expected at most {}: {} to {}, then an edge of weight {} to {}",
        target, std::int64_t{before} + arc.weight, before, arc.vertex, arc.weight, target));
  }
}

/// Puts the source before all vertices of a level that a tight edge leads to from it. Returns
/// whether there are any.
template <typename Row>
bool PathSearch::link_source(const Row& row, std::size_t begin, std::size_t end) {
  bool linked = false;
  for (std::size_t n = begin; n < end; ++n) {
    const std::int32_t v = order_[n];
    const std::span<const Arc> arcs = arcs_.of(index(v));
    const auto arc = std::ranges::lower_bound(arcs, row.source, {}, &Arc::vertex);
    if (arc != arcs.end() && arc->vertex == row.source && is_tight(row, *arc, v)) {
      marks_[index(v)].before = row.source;
      linked = true;
    }
  }
  return linked;
}

/// Puts the vertices before v that are new into the next level.
template <typename Row>
void PathSearch::expand(const Row& row, std::int32_t v, std::int32_t next_level) {
  for (const Arc& arc : arcs_.of(index(v))) {
    if (!is_tight(row, arc, v)) continue;
    Mark& mark = marks_[index(arc.vertex)];
    if (mark.level != kNone) continue;
    mark.level = next_level;
    order_.push_back(arc.vertex);
  }
}

/// Puts the smallest vertex before v that the source reaches through the levels between. Those of
/// the level behind that of v are linked already.
template <typename Row>
void PathSearch::link(const Row& row, std::int32_t v) {
  const std::int32_t level = marks_[index(v)].level + 1;
  for (const Arc& arc : arcs_.of(index(v))) {  // ascending
    const Mark& mark = marks_[index(arc.vertex)];
    if (mark.level != level || mark.before == kNone || !is_tight(row, arc, v)) continue;
    marks_[index(v)].before = arc.vertex;
    return;
  }
}

std::vector<std::int32_t> PathSearch::trace(std::int32_t source, std::int32_t target) const {
  std::vector<std::int32_t> path = {target};
  while (path.back() != source) path.push_back(marks_[index(path.back())].before);
  std::reverse(path.begin(), path.end());
  return path;
}

template std::vector<std::int32_t> PathSearch::find(const PathRow<Distance>&, std::int32_t);
template std::vector<std::int32_t> PathSearch::find(const PathRow<std::int64_t>&, std::int32_t);
template std::vector<std::int32_t> PathSearch::find(
    const PathRow<std::int64_t, sparse::LengthsFrom&>&, std::int32_t);

}  // namespace apsp
