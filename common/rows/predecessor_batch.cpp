// SPDX-License-Identifier: MIT
#include "common/rows/predecessor_batch.hpp"

#include <algorithm>
#include <numeric>

#include "common/rows/predecessor_tile.hpp"

namespace apsp {
namespace {

/// Returns the largest key of a vertex; 0 where no path leads to it in any lane.
template <typename Key>
Distance heaviest(const Key* keys) {
  Key largest = 0;
#pragma omp simd reduction(max : largest)
  for (std::size_t lane = 0; lane < kBatchLanes; ++lane) {
    const Key key = keys[lane] == kNoLaneKey<Key> ? Key{0} : keys[lane];
    largest = key > largest ? key : largest;
  }
  return largest;
}

/// The words of groups, by position.
LaneWord* words_of(std::vector<GroupWords>& groups) {
  return groups.front().of.data();
}

}  // namespace

bool PredecessorBatch::add(std::size_t source, std::span<const Distance> distances,
                           std::span<const Distance> potentials) {
  if (!keys_.add(distances, potentials)) return false;
  sources_.push_back(source);
  return true;
}

void PredecessorBatch::clear() {
  keys_.clear();
  sources_.clear();
}

/// Makes sure that there is room for so many arcs. Returns false if these are too many.
bool PredecessorBatch::make_room(std::size_t arcs) {
  if (arcs <= tight_.size()) return true;
  const std::size_t most = kMostTight * vertices_;
  if (arcs > most) return false;
  tight_.resize(std::min(most, std::max(arcs, 2 * tight_.size())));
  return true;
}

/// Lists the arcs into each vertex that are tight in some lane. Returns false if these are too
/// many.
template <typename Key>
bool PredecessorBatch::find_tight(const CompressedRows<Arc>& arcs_into) {
  const Key* const keys = keys_.keys<Key>();
  const auto append = loops_.append(Key{});
  std::vector<Word> starts(vertices_, 0);  // lanes whose source a vertex is
  for (std::size_t lane = 0; lane < sources_.size(); ++lane) {
    starts[sources_[lane]] |= Word{1} << lane;
  }
  std::size_t end = 0;
  for (std::size_t j = 0; j < vertices_; ++j) {
    const Key* const at = keys + j * kLanes;
    tight_begin_[j] = static_cast<std::uint32_t>(end);
    const std::size_t arcs = arcs_into.degree(j);
    if (!make_room(end + arcs)) return false;
    end += append(keys, at, arcs_into.entries.data() + arcs_into.begin[j], arcs, heaviest(at),
                  ~starts[j], tight_.data() + end);
  }
  tight_begin_[vertices_] = static_cast<std::uint32_t>(end);
  return true;
}

/// Gives the vertices positions, ascending by their tight arcs: the vertices of a group have about
/// as many, and the processor predicts the end of each loop over arcs.
void PredecessorBatch::place_vertices() {
  std::size_t most = 0;
  for (std::size_t j = 0; j < vertices_; ++j) most = std::max(most, arcs_of(j));
  std::vector<std::uint32_t> next(most + 2, 0);
  for (std::size_t j = 0; j < vertices_; ++j) ++next[arcs_of(j) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t j = 0; j < vertices_; ++j) {
    position_[j] = next[arcs_of(j)]++;
    vertex_at_[position_[j]] = static_cast<std::uint32_t>(j);
  }
}

/// Decides where the entries of each group lie. Returns false if these are too many.
bool PredecessorBatch::make_groups() {
  std::size_t end = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::size_t last = std::min((g + 1) * kGroup, vertices_) - 1;  // it has the most arcs
    const std::size_t count = arcs_of(vertex_at_[last]);
    groups_[g] = {static_cast<std::uint32_t>(end), static_cast<std::uint32_t>(count)};
    end += count;
  }
  if (end > most_entries(vertices_)) return false;
  entries_.resize(std::max(entries_.size(), end));
  entries_from_.resize(entries_.size());
  return true;
}

/// Copies the tight arcs to the entries of their group. Vertices without an arc there get one that
/// is tight in no lane.
void PredecessorBatch::enter_arcs() {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const GroupEntries group = groups_[g];
    GroupWords pending;
    GroupWords several;
    for (std::size_t place = 0; place < kGroup; ++place) {
      const std::size_t at = g * kGroup + place;
      const std::span<const LaneArc> arcs =
          at < vertices_ ? tight_into(vertex_at_[at]) : std::span<const LaneArc>();
      Word once = 0;
      Word again = 0;
      std::size_t k = 0;
      for (; k < arcs.size(); ++k) {
        again |= once & arcs[k].lanes;
        once |= arcs[k].lanes;
        entries_[group.begin + k].of[place] = arcs[k].lanes;
        entries_from_[group.begin + k].of[place] = position_[arcs[k].from];
      }
      for (; k < group.count; ++k) {
        entries_[group.begin + k].of[place] = 0;
        entries_from_[group.begin + k].of[place] = 0;
      }
      pending.of[place] = once;
      several.of[place] = again;
    }
    pending_[g] = pending;
    several_[g] = several;
  }
}

/// Leaves only those lanes pending in which the number of edges matters. There several arcs into a
/// vertex are tight, or some arc leads on to such a vertex, as far as two edges show it.
void PredecessorBatch::leave_out_ends() {
  leads_on_.assign(groups_.size(), {});
  leads_far_.assign(groups_.size(), {});
  const auto for_each_entry = [&](std::size_t g, const auto& take) {
    for (std::size_t k = groups_[g].begin; k < groups_[g].begin + groups_[g].count; ++k) {
      for (std::size_t place = 0; place < kGroup; ++place) {
        take(place, entries_[k].of[place], entries_from_[k].of[place]);
      }
    }
  };
  Word* const leads_on = words_of(leads_on_);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for_each_entry(g,
                   [&](std::size_t, Word lanes, std::uint32_t from) { leads_on[from] |= lanes; });
  }
  Word* const leads_far = words_of(leads_far_);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    GroupWords matters;
    for (std::size_t place = 0; place < kGroup; ++place) {
      matters.of[place] = several_[g].of[place] | leads_on_[g].of[place];
    }
    for_each_entry(g, [&](std::size_t place, Word lanes, std::uint32_t from) {
      leads_far[from] |= lanes & matters.of[place];
    });
  }
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (std::size_t place = 0; place < kGroup; ++place) {
      pending_[g].of[place] &= several_[g].of[place] | leads_far_[g].of[place];
    }
  }
}

/// Leaves only those lanes of entries in which the arc ends a path with the fewest edges. Returns
/// false where single searches are faster.
bool PredecessorBatch::choose_fewest_edges() {
  active_.clear();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (pending_[g].of != GroupWords{}.of) active_.push_back(static_cast<std::uint32_t>(g));
  }
  front_.assign(groups_.size(), {});
  next_front_.assign(groups_.size(), {});
  for (std::size_t lane = 0; lane < sources_.size(); ++lane) {
    words_of(front_)[position_[sources_[lane]]] |= Word{1} << lane;
  }
  LaneSearch search = {.groups = groups_.data(),
                       .lanes = entries_.data(),
                       .from = entries_from_.data(),
                       .several = several_.data(),
                       .pending = pending_.data(),
                       .front = words_of(front_),
                       .next_front = next_front_.data(),
                       .active = active_.data(),
                       .active_count = active_.size()};
  // A step costs about as much as this part of 64 single searches.
  constexpr std::size_t kMostSteps = 400;
  std::size_t groups_left = kMostSteps * groups_.size();
  while (search.active_count > 0) {
    if (search.active_count > groups_left) return false;
    groups_left -= search.active_count;
    search.front = words_of(front_);
    search.next_front = next_front_.data();
    if (!loops_.step(search)) break;
    front_.swap(next_front_);
  }
  return true;
}

/// Copies the lanes of entries back to the tight arcs, without those that were never reached.
void PredecessorBatch::take_choice() {
  for (std::size_t at = 0; at < vertices_; ++at) {
    const std::size_t group = at / kGroup;
    const std::size_t place = at % kGroup;
    const Word open = pending_[group].of[place] & several_[group].of[place];
    const GroupWords* entry = entries_.data() + groups_[group].begin;
    for (LaneArc& arc : tight_into(vertex_at_[at])) arc.lanes = (entry++)->of[place] & ~open;
  }
}

/// Writes the smallest p of each lane.
void PredecessorBatch::write(std::span<std::int32_t> predecessors) {
  PredecessorTile tile;
  for (std::size_t first = 0; first < vertices_; first += PredecessorTile::kColumns) {
    const std::size_t columns = std::min(PredecessorTile::kColumns, vertices_ - first);
    // More rows than the processor foresees: it fetches the next cache line of each meanwhile.
    if (first + 2 * PredecessorTile::kColumns <= vertices_) {
      for (std::size_t lane = 0; lane < sources_.size(); ++lane) {
        const std::size_t next = lane * vertices_ + first + PredecessorTile::kColumns;
        __builtin_prefetch(&predecessors[next], 1);
      }
    }
    for (std::size_t column = 0; column < columns; ++column) {
      const std::span<const LaneArc> arcs = tight_into(first + column);
      loops_.lower(arcs.data(), arcs.size(), tile.column(column));
    }
    tile.copy(columns, sources_.size(), vertices_, &predecessors[first]);
  }
}

bool PredecessorBatch::run(const CompressedRows<Arc>& arcs_into,
                           std::span<std::int32_t> predecessors) {
  if (vertices_ == 0 || sources_.empty()) return true;
  tight_begin_.resize(vertices_ + 1);
  position_.resize(vertices_);
  vertex_at_.resize(vertices_);
  groups_.resize(groups_of(vertices_));
  pending_.resize(groups_.size());
  several_.resize(groups_.size());
  keys_.finish();
  const bool found =
      keys_.wide() ? find_tight<std::uint16_t>(arcs_into) : find_tight<std::uint8_t>(arcs_into);
  if (!found) return false;
  place_vertices();
  if (!make_groups()) return false;
  enter_arcs();
  leave_out_ends();
  if (!choose_fewest_edges()) return false;
  take_choice();
  write(predecessors);
  return true;
}

}  // namespace apsp
