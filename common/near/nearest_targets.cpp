// SPDX-License-Identifier: MIT
#include "common/near/nearest_targets.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

#include "common/base/parallel_for.hpp"

namespace apsp {
namespace {

/// More labels than these at a vertex are searched for longer than a row takes by itself.
constexpr std::size_t kMostLabels = 256;

[[nodiscard]] std::size_t labels_of(const NearProblem& problem) {
  return std::min(*problem.nearest + 1, problem.targets.size());
}

/// The distance between two rounds: some edges, so that parts have work, and few labels come late.
[[nodiscard]] Distance step_of(const Graph& graph) {
  constexpr double kEdges = 8;
  double sum = 0;
  for (const Edge& edge : graph.edges) sum += edge.weight;
  const double mean = graph.edges.empty() ? 0 : sum / static_cast<double>(graph.edges.size());
  return static_cast<Distance>(std::clamp(kEdges * mean, 1.0, kUnreachable / 2.0));
}

/// The order of a heap whose least rank is in front.
struct Later {
  template <typename Entry>
  bool operator()(const Entry& a, const Entry& b) const {
    return a.rank > b.rank;
  }
};

}  // namespace

NearestTargets::NearestTargets(const NearProblem& problem, std::size_t part_labels)
    : problem_(problem),
      arcs_(compress(problem.graph.vertices, problem.graph.edges,
                     {.end = RowRules::End::kDestination, .drop_loops = true})),
      most_(labels_of(problem)),
      hops_(problem.path_vertex == PathVertex::kFirstHop),
      end_(rank_of(problem.limit < kUnreachable ? problem.limit + 1 : kUnreachable, 0)),
      part_shift_(std::bit_width(std::max(part_labels / most_, std::size_t{1})) - 1),
      ranks_(problem.graph.vertices * most_),
      ways_(problem.graph.vertices * most_) {
  parts_ = std::vector<Part>((problem.graph.vertices >> part_shift_) + 1);
}

std::uint64_t NearestTargets::bytes_for(const NearProblem& problem) {
  // Where vertices have many edges, entries of the queues and messages take up to three times as
  // much as the labels.
  constexpr double kManyEdges = 8;
  const auto vertices = static_cast<double>(problem.graph.vertices);
  const auto edges = static_cast<double>(problem.graph.edges.size());
  const double labels = vertices * static_cast<double>(labels_of(problem));
  const double times = 1 + 3 * std::min(1.0, edges / std::max(1.0, kManyEdges * vertices));
  return compression_bytes(problem.graph.vertices, problem.graph.edges.size()) +
         static_cast<std::uint64_t>(labels * times * (sizeof(Rank) + sizeof(Way)));
}

bool NearestTargets::serves(const NearProblem& problem) {
  if (!problem.nearest || problem.targets.size() == 0) return false;
  if (labels_of(problem) > kMostLabels) return false;
  return problem.rows.size() / 2 > problem.targets.size();
}

bool NearestTargets::run(Observer& observer) {
  start();
  const Distance step = step_of(problem_.graph);
  std::int64_t reached = 0;  // distances below it are done
  for (;;) {
    Rank least = kNone;
    for (const Part& part : parts_) least = std::min(least, part.least);
    if (least >= end_) break;
    // Rounds repeat a distance until no label comes late.
    reached = std::max<std::int64_t>(reached, distance_of(least) + 1);
    const std::int64_t next = (reached + step - 1) / step * step;
    const Rank end = std::min(end_, static_cast<Rank>(next) << kShift);
    std::vector<std::size_t> busy;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (parts_[p].least < end) busy.push_back(p);
    }
    parallel_for(busy.size(), [&](std::size_t n) { run_part(busy[n], end); });
    stop_if_cancelled(observer);
  }
  if (!beyond_) return true;
  // Where each vertex has all its labels, these are better than those beyond the format.
  for (std::size_t v = 0; v < problem_.graph.vertices; ++v) {
    if (ranks_.data()[(v + 1) * most_ - 1] == kNone) return false;
  }
  return true;
}

/// Gives each target its own label.
void NearestTargets::start() {
  parallel_for(parts_.size(), [&](std::size_t p) {
    const std::size_t first = p << part_shift_;
    const std::size_t last = std::min((p + 1) << part_shift_, problem_.graph.vertices);
    if (first >= last) return;
    std::fill(ranks_.data() + first * most_, ranks_.data() + last * most_, kNone);
    for (std::size_t v = first; v < last; ++v) {
      if (!problem_.targets.has(v)) continue;
      const auto target = static_cast<std::int32_t>(v);
      push(parts_[p], {rank_of(0, target), {0, kNoPredecessor}, target});
    }
    if (!parts_[p].heap.empty()) parts_[p].least = parts_[p].heap.front().rank;
  });
}

void NearestTargets::run_part(std::size_t number, Rank end) {
  Part& part = parts_[number];
  {
    const std::lock_guard lock(part.mutex);
    std::swap(part.inbox, part.taken);
  }
  for (const Message& message : part.taken) push(part, message);
  part.taken.clear();
  // Labels for other parts wait until these run: not more of them than a share of the labels.
  part.sent = 0;
  while (!part.heap.empty() && part.heap.front().rank < end && part.sent <= labels_of_part() / 2) {
    std::pop_heap(part.heap.begin(), part.heap.end(), Later());
    const Entry entry = part.heap.back();
    part.heap.pop_back();
    if (!part.heap.empty()) {  // most likely the next one
      const std::size_t next = index(part.heap.front().vertex);
      __builtin_prefetch(ranks_.data() + next * most_);
      __builtin_prefetch(ranks_.data() + next * most_ + most_ - 1);
      __builtin_prefetch(ways_.data() + next * most_);
      __builtin_prefetch(&arcs_.begin[next]);
    }
    settle(number, entry);
  }
  const std::lock_guard lock(part.mutex);
  part.least = part.heap.empty() ? kNone : part.heap.front().rank;
  for (const Message& message : part.inbox) part.least = std::min(part.least, message.rank);
}

/// Passes a label on to the vertices that have an edge to its vertex, unless a better one has
/// replaced it.
void NearestTargets::settle(std::size_t number, const Entry& entry) {
  Part& part = parts_[number];
  const Way* const known = way_of(entry);
  if (known == nullptr) return;
  const Way way = *known;
  ++part.settled;
  const bool first = way.edges == 0;
  for (const Arc& arc : arcs_.of(index(entry.vertex))) {
    const Rank rank = entry.rank + (static_cast<Rank>(arc.weight) << kShift);
    if (rank >= end_) {
      if (problem_.limit == kUnreachable) beyond_ = true;
      continue;
    }
    const std::int32_t path_vertex = hops_ ? entry.vertex : (first ? arc.vertex : way.path_vertex);
    const Message message = {rank, {way.edges + 1, path_vertex}, arc.vertex};
    const std::size_t to = part_of(index(arc.vertex));
    if (to == number) {
      push(part, message);
    } else {
      ++part.sent;
      Part& other = parts_[to];
      const std::lock_guard lock(other.mutex);
      other.inbox.push_back(message);
      other.least = std::min(other.least, rank);
    }
  }
}

/// Returns the way of the label that was entered, or null where a better one has replaced it.
auto NearestTargets::way_of(const Entry& entry) const -> const Way* {
  const std::size_t vertex = index(entry.vertex);
  const Rank* const ranks = ranks_.data() + vertex * most_;
  const Rank* const found = std::find(ranks, ranks + most_, entry.rank);
  if (found == ranks + most_) return nullptr;
  const Way* const way = ways_.data() + vertex * most_ + (found - ranks);
  return way->edges == entry.edges ? way : nullptr;
}

/// Enters a label that betters those of its vertex. Where many were entered, those that others have
/// replaced since go first.
void NearestTargets::push(Part& part, const Message& message) {
  if (!improve(index(message.vertex), message.rank, message.way)) return;
  if (part.heap.size() >= std::max(labels_of_part(), 2 * part.kept)) {
    std::erase_if(part.heap, [&](const Entry& entry) { return way_of(entry) == nullptr; });
    std::make_heap(part.heap.begin(), part.heap.end(), Later());
    part.kept = part.heap.size();
  }
  part.heap.push_back({message.rank, message.way.edges, message.vertex});
  std::push_heap(part.heap.begin(), part.heap.end(), Later());
}

/// Returns whether the label is new, or better than what its vertex had for this target.
bool NearestTargets::improve(std::size_t vertex, Rank rank, const Way& way) {
  Rank* const ranks = ranks_.data() + vertex * most_;
  if (rank > ranks[most_ - 1]) return false;
  Way* const ways = ways_.data() + vertex * most_;
  const std::int32_t target = target_of(rank);
  std::size_t slot = 0;
  while (slot + 1 < most_ && ranks[slot] != kNone && target_of(ranks[slot]) != target) ++slot;
  // Now at the old label of the target, at the end of the labels, or at the last, which goes.
  if (ranks[slot] != kNone && target_of(ranks[slot]) == target) {
    if (rank > ranks[slot]) return false;
    if (rank == ranks[slot]) {
      Way& known = ways[slot];
      if (way.edges > known.edges) return false;
      if (way.edges == known.edges && way.path_vertex >= known.path_vertex) return false;
      const bool again = way.edges < known.edges || !hops_;  // others do not take a first hop over
      known = way;
      return again;
    }
  }
  for (; slot > 0 && ranks[slot - 1] > rank; --slot) {
    ranks[slot] = ranks[slot - 1];
    ways[slot] = ways[slot - 1];
  }
  ranks[slot] = rank;
  ways[slot] = way;
  return true;
}

void NearestTargets::add_row(std::size_t row, NearBatch<Distance>& batch) const {
  const std::size_t source = problem_.rows.source(row);
  const auto own = static_cast<std::int32_t>(source);
  const Distance limit = problem_.limit_of(row);
  const Rank* const ranks = ranks_.data() + source * most_;
  const Way* const ways = ways_.data() + source * most_;
  const auto add = [&](std::int32_t target, Distance distance, std::int32_t path_vertex) {
    batch.destinations.push_back(target);
    batch.distances.push_back(distance);
    if (problem_.path_vertex != PathVertex::kNone) batch.path_vertices.push_back(path_vertex);
  };
  // So many targets may be at distance 0 that a vertex has dropped its own label.
  bool waits = problem_.targets.has(source);
  std::size_t left = *problem_.nearest;
  for (std::size_t slot = 0; slot < most_ && ranks[slot] != kNone; ++slot) {
    const Rank rank = ranks[slot];
    if (distance_of(rank) > limit) break;
    if (waits && rank >= rank_of(0, own)) {
      add(own, 0, kNoPredecessor);
      waits = false;
    }
    if (target_of(rank) == own) continue;
    if (left == 0) break;
    --left;
    add(target_of(rank), distance_of(rank), ways[slot].path_vertex);
  }
  if (waits) add(own, 0, kNoPredecessor);
  batch.end_row();
}

std::uint64_t NearestTargets::settled() const {
  return std::accumulate(parts_.begin(), parts_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Part& part) { return sum + part.settled; });
}

}  // namespace apsp
