// SPDX-License-Identifier: MIT
#include "common/sparse/outline.hpp"

#include <omp.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "common/base/index.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/threads.hpp"
#include "common/core/compressed_rows.hpp"

namespace apsp::sparse {
namespace {

using Ids = std::vector<std::int32_t>;

/// Sets of positions, each named by its highest.
class Ancestors {
 public:
  explicit Ancestors(std::size_t size) : up_(size) { std::iota(up_.begin(), up_.end(), 0); }

  void join(std::int32_t to, std::int32_t parent) { up_[index(to)] = parent; }

  [[nodiscard]] std::int32_t find(std::int32_t position) {
    std::int32_t highest = position;
    while (up_[index(highest)] != highest) highest = up_[index(highest)];
    while (position != highest) position = std::exchange(up_[index(position)], highest);
    return highest;
  }

 private:
  Ids up_;
};

}  // namespace

Outline::Outline(const Pattern& pattern, const Order& order)
    : tree_(tree_of(pattern, order)), sizes_(tree_.size(), 1) {
  for (std::size_t p = 0; p < tree_.size(); ++p) {
    if (tree_.parents[p] != OrderTree::kRoot) sizes_[index(tree_.parents[p])] += sizes_[p];
  }
  find_leaves(pattern);
  count_all();
  rank();
}

std::size_t Outline::counted_together() {
  return static_cast<std::size_t>(std::clamp(omp_get_max_threads(), 4, 8));
}

std::uint64_t Outline::bytes_for(std::size_t vertices, std::size_t edges, std::size_t counts) {
  const std::uint64_t of_vertex = 36 + 13 * counts;
  const std::uint64_t pattern = compression_bytes(vertices, 2 * edges);
  const std::uint64_t outline = of_vertex * vertices + sizeof(Leaf) * edges;
  return pattern + std::max(minimum_degree_bytes(vertices, 2 * edges), outline);
}

void Outline::find_leaves(const Pattern& pattern) {
  const std::size_t size = tree_.size();
  begin_.assign(size + 1, 0);
  constexpr std::size_t kRun = 8192;  // vertices at once
  parallel_for((size + kRun - 1) / kRun,
               [&](std::size_t run) {
                 for (std::size_t v = run * kRun; v < std::min(size, (run + 1) * kRun); ++v) {
                   const std::int32_t here = tree_.positions[v];
                   std::size_t lower = 0;
                   for (const std::int32_t neighbour : pattern.of(v)) {
                     lower += tree_.positions[index(neighbour)] < here ? 1 : 0;
                   }
                   begin_[index(here) + 1] = lower;
                 }
               },
               {.threads = is_for_threads(pattern.neighbours.size()) ? 0 : 1});
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  leaves_.resize(begin_.back());
  found_.assign(size, 0);
  Ids last(size, -1);  // leaf of each position
  Ancestors ancestors(size);
  for (std::size_t p = 0; p < size; ++p) {
    const auto here = static_cast<std::int32_t>(p);
    const std::int32_t first = here + 1 - sizes_[p];  // of the subtree
    for (const std::int32_t neighbour : pattern.of(index(tree_.vertices[p]))) {
      const std::int32_t other = tree_.positions[index(neighbour)];
      if (other <= here || last[index(other)] >= first) continue;  // or there is a leaf below
      const std::int32_t before = std::exchange(last[index(other)], here);
      leaves_[begin_[index(other)] + index(found_[index(other)]++)] = {
          here, before < 0 ? -1 : ancestors.find(before)};
    }
    if (tree_.parents[p] != OrderTree::kRoot) ancestors.join(here, tree_.parents[p]);
  }
}

void Outline::count_all() {
  const std::size_t size = tree_.size();
  ups_.assign(size, 0);
  for (std::size_t p = 0; p < size; ++p) {
    if (found_[p] > 0) --ups_[p];  // it is no neighbour of its own
    for (std::size_t n = begin_[p]; n < begin_[p] + index(found_[p]); ++n) {
      ++ups_[index(leaves_[n].position)];
      if (leaves_[n].meet >= 0) --ups_[index(leaves_[n].meet)];
    }
  }
  for (std::size_t p = 0; p < size; ++p) {
    if (tree_.parents[p] != OrderTree::kRoot) ups_[index(tree_.parents[p])] += ups_[p];
  }
}

/// A parent has the most higher neighbours of its subtree, for this purpose, and comes first among
/// those with as many.
void Outline::rank() {
  const std::size_t size = tree_.size();
  Ids most = ups_;
  std::int32_t all = 0;
  for (std::size_t p = 0; p < size; ++p) {
    all = std::max(all, most[p]);
    if (tree_.parents[p] == OrderTree::kRoot) continue;
    std::int32_t& parent = most[index(tree_.parents[p])];
    parent = std::max(parent, most[p]);
  }
  std::vector<std::size_t> places(index(all) + 2, 0);
  for (const std::int32_t ups : most) ++places[index(all - ups) + 1];
  std::partial_sum(places.begin(), places.end(), places.begin());
  by_rank_.resize(size);
  for (std::size_t p = size; p-- > 0;) {
    by_rank_[places[index(all - most[p])]++] = static_cast<std::int32_t>(p);
  }
}

std::vector<bool> Outline::members(std::size_t core) const {
  std::vector<bool> in_core(tree_.size(), false);
  for (std::size_t n = 0; n < core; ++n) in_core[index(by_rank_[n])] = true;
  return in_core;
}

UpCounts Outline::counts(std::size_t core) const {
  const std::size_t size = tree_.size();
  const std::vector<bool> in_core = members(core);
  Ids to_core(size, 0);
  for (std::size_t n = 0; n < core; ++n) {
    const std::size_t p = index(by_rank_[n]);
    for (std::size_t i = begin_[p]; i < begin_[p] + index(found_[p]); ++i) {
      ++to_core[index(leaves_[i].position)];
      if (leaves_[i].meet >= 0) --to_core[index(leaves_[i].meet)];
    }
  }
  UpCounts counts;
  counts.core = core;
  counts.ups.reserve(size - core);
  for (std::size_t p = 0; p < size; ++p) {
    if (in_core[p]) continue;
    counts.ups.push_back({ups_[p], to_core[p]});
    const std::int32_t parent = tree_.parents[p];
    if (parent != OrderTree::kRoot && !in_core[index(parent)]) {
      to_core[index(parent)] += to_core[p];
    } else {  // each set of higher neighbours is a part of those above it: here are all that matter
      counts.reaches.push_back({ups_[p], sizes_[p]});
    }
  }
  return counts;
}

OrderTree Outline::cut(std::size_t core) const {
  const std::size_t size = tree_.size();
  const std::vector<bool> in_core = members(core);
  OrderTree cut;
  cut.vertices.reserve(size);
  cut.parents.assign(size, OrderTree::kRoot);
  cut.positions.resize(size);
  for (const bool last : {false, true}) {
    for (std::size_t p = 0; p < size; ++p) {
      if (in_core[p] != last) continue;
      cut.positions[index(tree_.vertices[p])] = static_cast<std::int32_t>(cut.vertices.size());
      cut.vertices.push_back(tree_.vertices[p]);
    }
  }
  for (std::size_t p = 0; p < size; ++p) {
    const std::int32_t parent = tree_.parents[p];
    if (in_core[p] || parent == OrderTree::kRoot || in_core[index(parent)]) continue;
    cut.parents[index(cut.positions[index(tree_.vertices[p])])] =
        cut.positions[index(tree_.vertices[index(parent)])];
  }
  return cut;
}

}  // namespace apsp::sparse
