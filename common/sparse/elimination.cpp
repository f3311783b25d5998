// SPDX-License-Identifier: MIT
#include "common/sparse/elimination.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "common/base/index.hpp"
#include "common/base/parallel_for.hpp"
#include "common/sparse/relax_all.hpp"
#include "common/sparse/subtrees.hpp"

namespace apsp::sparse {
namespace {

/// The number of the pair (low, high), which is there.
std::size_t pair_of(const EliminationTree& tree, std::int32_t low, std::int32_t high) {
  const auto up = tree.up(index(low));
  return tree.begin[index(low)] +
         static_cast<std::size_t>(std::lower_bound(up.begin(), up.end(), high) - up.begin());
}

/// Lowers `length` to `other` where that is less. Any thread.
template <typename Length>
void lower(Length& length, Length other) {
  std::atomic_ref<Length> shared(length);
  Length known = shared.load(std::memory_order_relaxed);
  while (other < known && !shared.compare_exchange_weak(known, other, std::memory_order_relaxed)) {
  }
}

template <typename Length>
void place_edges(std::span<const EdgeOf<Length>> edges, const EliminationTree& tree,
                 Eliminated<Length>& eliminated) {
  constexpr std::size_t kRun = 8192;  // edges at once, half a millisecond
  parallel_for((edges.size() + kRun - 1) / kRun, [&](std::size_t run) {
    for (const EdgeOf<Length>& edge :
         edges.subspan(run * kRun, std::min(kRun, edges.size() - run * kRun))) {
      if (edge.source == edge.destination) continue;
      const std::int32_t from = tree.positions[index(edge.source)];
      const std::int32_t to = tree.positions[index(edge.destination)];
      if (index(std::min(from, to)) >= tree.core_begin) continue;
      const std::size_t pair = pair_of(tree, std::min(from, to), std::max(from, to));
      lower(from < to ? eliminated.rising[pair] : eliminated.falling[pair], edge.weight);
    }
  });
}

/// The shortcuts across position p between the higher neighbour of its pair `low` and all further
/// ones. Writes pairs of that neighbour alone.
template <typename Length>
void relax_across(const EliminationTree& tree, std::size_t p, std::size_t low,
                  Eliminated<Length>& eliminated) {
  Length* rising = eliminated.rising.data();
  Length* falling = eliminated.falling.data();
  // All further ones are among the higher neighbours of this one, in the same order.
  const std::size_t position = index(tree.ups[low]);
  const std::size_t end = tree.begin[p + 1];
  const std::size_t further = end - low - 1;
  std::size_t pair = tree.begin[position];
  if (tree.begin[position + 1] - pair == further) {  // there are no others, as in a dense part
    relax_all(rising + pair, falling[low], rising + low + 1, further);
    relax_all(falling + pair, rising[low], falling + low + 1, further);
    return;
  }
  for (std::size_t high = low + 1; high < end; ++high, ++pair) {
    while (tree.ups[pair] != tree.ups[high]) ++pair;
    rising[pair] = relax(rising[pair], falling[low], rising[high]);
    falling[pair] = relax(falling[pair], rising[low], falling[high]);
  }
}

/// The shortcuts across position p, those within the core left out: between its higher neighbours
/// of which the lower one is below `limit`.
template <typename Length>
void eliminate_position(const EliminationTree& tree, std::size_t p, std::size_t limit,
                        Eliminated<Length>& eliminated) {
  for (std::size_t low = tree.begin[p]; low < tree.begin[p + 1]; ++low) {
    if (index(tree.ups[low]) >= limit) break;
    relax_across(tree, p, low, eliminated);
  }
}

/// The shortcuts that one subtree makes between the higher neighbours of its root: they wait here,
/// because other subtrees have some for the same pairs.
template <typename Length>
class Front {
 public:
  /// Eliminates the positions of `subtree`. Changes no pair of a position outside.
  void eliminate(const EliminationTree& tree, const Subtree& subtree,
                 Eliminated<Length>& eliminated) {
    subtree_end_ = subtree.end;
    ups_ = tree.up(subtree.end - 1);
    rising_.assign(ups_.size() * ups_.size(), kInfinity<Length>);
    falling_.assign(ups_.size() * ups_.size(), kInfinity<Length>);
    for (std::size_t p = subtree.begin; p < subtree.end; ++p) {
      eliminate_position(tree, p, subtree.end, eliminated);
      add(tree, p, eliminated);
    }
  }

  /// Brings what was kept to where it belongs. One subtree at a time.
  void merge(const EliminationTree& tree, Eliminated<Length>& eliminated) const {
    for (std::size_t low = 0; low < ups_.size() && index(ups_[low]) < tree.core_begin; ++low) {
      std::size_t pair = tree.begin[index(ups_[low])];
      for (std::size_t high = low + 1; high < ups_.size(); ++high, ++pair) {
        while (tree.ups[pair] != ups_[high]) ++pair;
        const std::size_t n = low * ups_.size() + high;
        eliminated.rising[pair] = std::min(eliminated.rising[pair], rising_[n]);
        eliminated.falling[pair] = std::min(eliminated.falling[pair], falling_[n]);
      }
    }
  }

 private:
  /// Keeps the shortcuts across p between positions outside the subtree.
  void add(const EliminationTree& tree, std::size_t p, const Eliminated<Length>& eliminated) {
    const std::span<const std::int32_t> all = tree.up(p);
    const auto first =
        std::lower_bound(all.begin(), all.end(), static_cast<std::int32_t>(subtree_end_));
    const std::span outside(first, all.end());
    const std::size_t begin = tree.begin[p + 1] - outside.size();
    const Length* rising = eliminated.rising.data() + begin;
    const Length* falling = eliminated.falling.data() + begin;
    places_.clear();
    for (auto place = ups_.begin(); const std::int32_t up : outside) {
      place = std::lower_bound(place, ups_.end(), up);
      places_.push_back(static_cast<std::size_t>(place - ups_.begin()));
    }
    for (std::size_t low = 0; low < outside.size(); ++low) {
      if (index(outside[low]) >= tree.core_begin) break;
      const std::size_t row = places_[low] * ups_.size();
      for (std::size_t high = low + 1; high < outside.size(); ++high) {
        const std::size_t n = row + places_[high];
        rising_[n] = relax(rising_[n], falling[low], rising[high]);
        falling_[n] = relax(falling_[n], rising[low], falling[high]);
      }
    }
  }

  std::size_t subtree_end_ = 0;
  std::span<const std::int32_t> ups_;  // of the root, ascending
  std::vector<Length> rising_;         // from each of them to each higher one, row-major
  std::vector<Length> falling_;        // and back
  std::vector<std::size_t> places_;    // among ups_, of those of one position
};

/// Eliminates the subtrees in parallel, then merges the fronts.
template <typename Length>
void eliminate_subtrees(const EliminationTree& tree, std::span<const Subtree> subtrees,
                        Eliminated<Length>& eliminated) {
  std::mutex merging;
  parallel_for_with(
      subtrees.size(), [] { return Front<Length>(); },
      [&](Front<Length>& front, std::size_t n) {
        front.eliminate(tree, subtrees[n], eliminated);
        const std::lock_guard lock(merging);
        front.merge(tree, eliminated);
      });
}

/// Positions from `begin` on, up to `end`, that are eliminated together: the threads share out the
/// rows of their higher neighbours. Few positions have many neighbours there, and a wait for all
/// threads after each of them would take as long as its work.
struct Block {
  static constexpr std::size_t kMost = 32;  // positions

  std::size_t begin;
  std::size_t end;
};

double work_of(const EliminationTree& tree, Block block) {
  double work = 0;
  for (std::size_t p = block.begin; p < block.end; ++p) {
    const auto ups = static_cast<double>(tree.up(p).size());
    work += ups * ups;
  }
  return work;
}

/// The higher neighbours of the block's positions that lie above it and below the core, once each.
/// `seen`: one for each position, all false, as it is left.
std::vector<std::int32_t> rows_above(const EliminationTree& tree, Block block,
                                     std::vector<char>& seen) {
  std::vector<std::int32_t> rows;
  for (std::size_t p = block.begin; p < block.end; ++p) {
    for (const std::int32_t up : tree.up(p)) {
      if (index(up) < block.end || index(up) >= tree.core_begin || seen[index(up)]) continue;
      seen[index(up)] = true;
      rows.push_back(up);
    }
  }
  for (const std::int32_t row : rows) seen[index(row)] = false;
  return rows;
}

/// Eliminates the positions of a block one behind the other, as far as they change each other. Then
/// each thread brings rows above the block up to date, every row by all positions at once.
template <typename Length>
void eliminate_block(const EliminationTree& tree, Block block, std::vector<char>& seen,
                     Eliminated<Length>& eliminated) {
  for (std::size_t p = block.begin; p < block.end; ++p) {
    eliminate_position(tree, p, block.end, eliminated);
  }
  const std::vector<std::int32_t> rows = rows_above(tree, block, seen);
  parallel_for(rows.size(), [&](std::size_t n) {
    for (std::size_t p = block.begin; p < block.end; ++p) {
      const std::span<const std::int32_t> up = tree.up(p);
      const auto found = std::lower_bound(up.begin(), up.end(), rows[n]);
      if (found == up.end() || *found != rows[n]) continue;
      relax_across(tree, p, tree.begin[p] + static_cast<std::size_t>(found - up.begin()),
                   eliminated);
    }
  });
}

/// Eliminates [begin, end), ascending, by all threads where a block has at least `least` work.
template <typename Length>
void eliminate_range(const EliminationTree& tree, std::size_t begin, std::size_t end, double least,
                     std::vector<char>& seen, Eliminated<Length>& eliminated) {
  for (Block block = {begin, begin}; block.begin < end; block.begin = block.end) {
    block.end = std::min(end, block.begin + Block::kMost);
    if (work_of(tree, block) >= least) {
      eliminate_block(tree, block, seen, eliminated);
      continue;
    }
    for (std::size_t p = block.begin; p < block.end; ++p) {
      eliminate_position(tree, p, tree.core_begin, eliminated);
    }
  }
}

/// A part's work where none is given: some parts for each thread, none too small to be worth it.
double work_of_part(const EliminationTree& tree) {
  constexpr double kLeast = 1e5;  // some 0.1 ms
  constexpr double kPartsEach = 8;
  const EliminationTree::Work work = tree.work();
  return std::max(kLeast, (work.tree + work.core) / (kPartsEach * omp_get_max_threads()));
}

/// Eliminates all positions below the core; `eliminated` holds the graph's own lengths.
template <typename Length>
void eliminate_all(const EliminationTree& tree, Eliminated<Length>& eliminated,
                   std::optional<double> part) {
  constexpr std::size_t kMostUps = 512;  // a front has 2 MiB
  std::vector<Subtree> subtrees;
  double least = std::numeric_limits<double>::infinity();  // work of a block for all threads
  if (part || omp_get_max_threads() > 1) {
    constexpr double kLeastBlock = 2e5;  // some 0.2 ms
    subtrees = subtrees_of(tree, part ? *part : work_of_part(tree), kMostUps);
    least = part ? *part : kLeastBlock;
    eliminate_subtrees(tree, subtrees, eliminated);
  }
  std::vector<char> seen(tree.size(), false);
  std::size_t begin = 0;
  for (const Subtree& subtree : subtrees) {
    eliminate_range(tree, begin, subtree.begin, least, seen, eliminated);
    begin = subtree.end;
  }
  eliminate_range(tree, begin, tree.core_begin, least, seen, eliminated);
}

template <typename Length>
Eliminated<Length> eliminate_edges(std::span<const EdgeOf<Length>> edges,
                                   const EliminationTree& tree, std::optional<double> part) {
  Eliminated<Length> eliminated;
  eliminated.rising.assign(tree.ups.size(), kInfinity<Length>);
  eliminated.falling.assign(tree.ups.size(), kInfinity<Length>);
  place_edges(edges, tree, eliminated);
  eliminate_all(tree, eliminated, part);
  return eliminated;
}

}  // namespace

EliminatedGraph eliminate(const Graph& graph, const EliminationTree& tree,
                          std::optional<double> part) {
  return eliminate_edges<Distance>(graph.edges, tree, part);
}

Eliminated<double> eliminate(std::span<const RealEdge> edges, const EliminationTree& tree,
                             std::optional<double> part) {
  return eliminate_edges<double>(edges, tree, part);
}

void eliminate_placed(const EliminationTree& tree, Eliminated<double>& eliminated) {
  eliminate_all(tree, eliminated, std::nullopt);
}

template <typename Length>
CoreGraph<Length>::CoreGraph(std::span<const EdgeOf<Length>> edges, const EliminationTree& tree,
                             const Eliminated<Length>& eliminated)
    : tree_(tree), eliminated_(eliminated), begin_(tree.core_size() + 1, 0) {
  std::vector<EdgeOf<Length>> arcs;
  for (const EdgeOf<Length>& edge : edges) {
    const std::size_t from = index(tree.positions[index(edge.source)]);
    const std::size_t to = index(tree.positions[index(edge.destination)]);
    if (std::min(from, to) < tree.core_begin) continue;
    arcs.push_back({static_cast<std::int32_t>(from - tree.core_begin),
                    static_cast<std::int32_t>(to - tree.core_begin), edge.weight});
  }
  arcs_ = compress_edges<ArcOf<Length>>(tree.core_size(), std::span<const EdgeOf<Length>>(arcs));

  // A counting sort: counts, then ends, which become beginnings as pairs are placed.
  const auto for_each_pair = [&](const auto& take) {
    for (std::size_t p = 0; p < tree.core_begin; ++p) {
      for (std::size_t n = tree.begin[p + 1]; n-- > tree.begin[p];) {
        if (index(tree.ups[n]) < tree.core_begin) break;
        take(index(tree.ups[n]) - tree.core_begin, p, n);
      }
    }
  };
  for_each_pair([&](std::size_t v, std::size_t, std::size_t) { ++begin_[v]; });
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  pairs_.resize(begin_.back());
  for_each_pair([&](std::size_t v, std::size_t p, std::size_t n) {
    pairs_[--begin_[v]] = {static_cast<std::int32_t>(p), n};
  });
}

template <typename Length>
void CoreGraph<Length>::departures(std::size_t vertex, std::span<Length> lengths) const {
  std::fill(lengths.begin(), lengths.end(), kInfinity<Length>);
  for (const ArcOf<Length>& arc : arcs_.of(vertex)) {
    Length& length = lengths[index(arc.vertex)];
    length = std::min(length, arc.weight);
  }
  // From `vertex` down to the position, then up to another vertex of the core.
  for (std::size_t n = begin_[vertex]; n < begin_[vertex + 1]; ++n) {
    const auto& [position, pair] = pairs_[n];
    const Length down = eliminated_.falling[pair];
    if (down == kInfinity<Length>) continue;
    const auto to = tree_.core_up(index(position));
    const Length* up = eliminated_.rising.data() + tree_.begin[index(position) + 1] - to.size();
    for (std::size_t u = 0; u < to.size(); ++u) {
      Length& length = lengths[index(to[u]) - tree_.core_begin];
      length = std::min(length, down + up[u]);  // does not wrap: both are at most kInfinity
    }
  }
  lengths[vertex] = 0;
}

template class CoreGraph<Distance>;
template class CoreGraph<double>;

}  // namespace apsp::sparse
