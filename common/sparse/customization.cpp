// SPDX-License-Identifier: MIT
#include "common/sparse/customization.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "common/base/index.hpp"
#include "common/base/parallel_for.hpp"
#include "common/core/width.hpp"

namespace apsp::sparse {
namespace {

constexpr double kNone = kInfinity<double>;

/// The first element from `place` on that is not before `key`, as std::ranges::lower_bound finds
/// it, in O(log d) for the d-th: what is sought in turn lies close behind the last find.
template <typename Iterator, typename Key, typename Projection = std::identity>
Iterator gallop(Iterator place, Iterator end, Key key, Projection projection = {}) {
  std::ptrdiff_t step = 1;
  while (step <= end - place && std::invoke(projection, place[step - 1]) < key) {
    place += step;
    step *= 2;
  }
  return std::ranges::lower_bound(place, place + std::min(step - 1, end - place), key, {},
                                  projection);
}

}  // namespace

Customization::Customization(std::span<const RealEdge> edges, const EliminationTree& tree)
    : tree_(tree), weights_(edges.size()), ways_(edges.size()) {
  for (std::size_t e = 0; e < edges.size(); ++e) {
    weights_[e] = edges[e].weight;
    const std::int32_t from = tree.positions[index(edges[e].source)];
    const std::int32_t to = tree.positions[index(edges[e].destination)];
    ways_[e] = from == to ? kLoop : 2 * pair(std::min(from, to), std::max(from, to)) + (from > to);
  }
  begin_.assign(2 * tree.ups.size() + 1, 0);
  for (const Way way : ways_) {
    if (way != kLoop) ++begin_[way];
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  edges_.resize(begin_.back());
  for (std::size_t e = edges.size(); e-- > 0;) {
    if (ways_[e] != kLoop) edges_[--begin_[ways_[e]]] = e;
  }
  make_downs();
  update(weights_);
}

/// For each position its lower neighbours, ascending.
void Customization::make_downs() {
  downs_begin_.assign(tree_.size() + 1, 0);
  for (const std::int32_t up : tree_.ups) ++downs_begin_[index(up)];
  std::partial_sum(downs_begin_.begin(), downs_begin_.end(), downs_begin_.begin());
  downs_.resize(tree_.ups.size());
  for (std::size_t p = tree_.size(); p-- > 0;) {
    for (std::size_t n = tree_.begin[p]; n < tree_.begin[p + 1]; ++n) {
      downs_[--downs_begin_[index(tree_.ups[n])]] = {static_cast<std::int32_t>(p), n};
    }
  }
}

/// The number of the pair (low, high), which is there.
std::size_t Customization::pair(std::int32_t low, std::int32_t high) const {
  const auto up = tree_.up(index(low));
  return tree_.begin[index(low)] +
         static_cast<std::size_t>(std::lower_bound(up.begin(), up.end(), high) - up.begin());
}

double Customization::shortest_own(Way way) const {
  double shortest = kNone;
  for (std::size_t n = begin_[way]; n < begin_[way + 1]; ++n) {
    shortest = std::min(shortest, weights_[edges_[n]]);
  }
  return shortest;
}

double Customization::lightest(std::size_t edge) const {
  return ways_[edge] == kLoop ? weights_[edge] : shortest_own(ways_[edge]);
}

bool Customization::has_negative_cycle() const {
  bool any_negative = false;
  for (std::size_t e = 0; e < weights_.size(); ++e) {
    if (weights_[e] >= 0) continue;
    if (ways_[e] == kLoop) return true;
    any_negative = true;
  }
  if (!any_negative) return false;
  for (std::size_t n = 0; n < lengths_.rising.size(); ++n) {
    // No number, either, where cycles have made one way endlessly short and there is no other.
    if (!(lengths_.rising[n] + lengths_.falling[n] >= 0)) return true;
  }
  return false;
}

void Customization::update(std::span<const double> weights) {
  if (weights.data() != weights_.data()) {
    std::copy(weights.begin(), weights.end(), weights_.begin());
  }
  const std::size_t pairs = tree_.ups.size();
  lengths_.rising.resize(pairs);
  lengths_.falling.resize(pairs);
  constexpr std::size_t kRun = 8192;
  parallel_for((pairs + kRun - 1) / kRun, [&](std::size_t run) {
    for (std::size_t n = run * kRun; n < std::min(pairs, (run + 1) * kRun); ++n) {
      lengths_.rising[n] = shortest_own(2 * n);
      lengths_.falling[n] = shortest_own(2 * n + 1);
    }
  });
  eliminate_placed(tree_, lengths_);
}

/// The lower neighbours of a position, ascending.
std::span<const Customization::Down> Customization::downs(std::size_t position) const {
  return std::span(downs_).subspan(downs_begin_[position],
                                   downs_begin_[position + 1] - downs_begin_[position]);
}

/// What the pair, whose lower end is `low`, has from its own edges and all its lower triangles.
Customization::Lengths Customization::recomputed(std::size_t pair, std::size_t low) const {
  Lengths found = {shortest_own(2 * pair), shortest_own(2 * pair + 1)};
  const std::int32_t high = tree_.ups[pair];
  const auto try_across = [&](std::size_t to_low, std::size_t to_high) {
    found.rising = std::min(found.rising, lengths_.falling[to_low] + lengths_.rising[to_high]);
    found.falling = std::min(found.falling, lengths_.falling[to_high] + lengths_.rising[to_low]);
  };
  // The lower neighbours that both have: those of the one with fewer are sought among the others.
  auto of_low = downs(low), of_high = downs(index(high));
  if (of_low.empty()) return found;
  of_high = {std::ranges::lower_bound(of_high, of_low.front().first, {}, &Down::first),
             std::ranges::upper_bound(of_high, of_low.back().first, {}, &Down::first)};
  const bool low_has_fewer = of_low.size() <= of_high.size();
  const auto fewer = low_has_fewer ? of_low : of_high;
  const auto others = low_has_fewer ? of_high : of_low;
  auto place = others.begin();
  for (const auto& [position, side] : fewer) {
    place = gallop(place, others.end(), position, &Down::first);
    if (place == others.end()) break;
    if (place->first != position) continue;
    try_across(low_has_fewer ? side : place->second, low_has_fewer ? place->second : side);
  }
  return found;
}

/// Pairs that may have changed, by number, which is from the lowest position up.
class Customization::Changes {
 public:
  explicit Changes(Customization& graph) : graph_(graph), tree_(graph.tree_) {}

  /// Gives the edge its weight. Before run().
  void change(std::size_t edge, double weight) {
    const double before = graph_.weights_[edge];
    graph_.weights_[edge] = weight;
    const Way way = graph_.ways_[edge];
    if (way == kLoop) return;
    double& length =
        way % 2 == 0 ? graph_.lengths_.rising[way / 2] : graph_.lengths_.falling[way / 2];
    if (weight < length) {
      lower(way / 2, length, weight);
    } else if (before == length && weight > before) {
      recompute(way / 2);
    }
  }

  void run() {
    while (!open_.empty()) {
      const std::size_t position = low_of(open_.begin()->first);
      changed_.clear();
      for (; !open_.empty() && open_.begin()->first < tree_.begin[position + 1];
           open_.erase(open_.begin())) {
        const auto& [pair, before] = *open_.begin();
        if (before.recompute) {
          const Lengths now = graph_.recomputed(pair, position);
          graph_.lengths_.rising[pair] = now.rising;
          graph_.lengths_.falling[pair] = now.falling;
        }
        const Lengths now = at(pair);
        if (now.rising != before.lengths.rising || now.falling != before.lengths.falling) {
          changed_.emplace_back(pair, before.lengths);
        }
      }
      if (!changed_.empty()) look_above(position);
    }
  }

 private:
  struct Before {
    Lengths lengths;
    bool recompute = false;
  };

  /// Of a way's length.
  struct Change {
    double before;
    double now;
  };

  /// The pairs between the upper end of one pair and those of others of its position, which follow
  /// it, asked for in turn.
  class Row {
   public:
    /// Of the pair `low` of a position whose pairs end at `end`.
    Row(const EliminationTree& tree, std::size_t low, std::size_t end)
        : tree_(tree),
          low_(low),
          up_(tree.up(index(tree.ups[low]))),
          begin_(tree.begin[index(tree.ups[low])]),
          place_(up_.begin()),
          no_others_(up_.size() == end - low - 1) {}

    std::size_t pair(std::size_t high) {
      if (no_others_) return begin_ + (high - low_ - 1);
      place_ = gallop(place_, up_.end(), tree_.ups[high]);
      return begin_ + static_cast<std::size_t>(place_ - up_.begin());
    }

   private:
    const EliminationTree& tree_;
    std::size_t low_;
    std::span<const std::int32_t> up_;  // holds all upper ends that follow that of `low`
    std::size_t begin_;
    std::span<const std::int32_t>::iterator place_;
    bool no_others_;
  };

  [[nodiscard]] Lengths at(std::size_t pair) const {
    return {graph_.lengths_.rising[pair], graph_.lengths_.falling[pair]};
  }

  [[nodiscard]] std::size_t low_of(std::size_t pair) const {
    return static_cast<std::size_t>(std::upper_bound(tree_.begin.begin(), tree_.begin.end(), pair) -
                                    tree_.begin.begin()) -
           1;
  }

  Before& opened(std::size_t pair) {
    return open_.try_emplace(pair, Before{at(pair)}).first->second;
  }

  void lower(std::size_t pair, double& length, double to) {
    opened(pair);
    length = to;
  }

  void recompute(std::size_t pair) { opened(pair).recompute = true; }

  /// Looks at the pairs across `position` of which a lower side has changed.
  void look_above(std::size_t position) {
    const std::size_t first = tree_.begin[position];
    const std::size_t end = tree_.begin[position + 1];
    before_.resize(end - first);
    for (std::size_t n = first; n < end; ++n) before_[n - first] = at(n);
    for (const auto& [pair, lengths] : changed_) before_[pair - first] = lengths;
    auto next = changed_.begin();  // of those above n
    for (std::size_t n = first; n < end && next != changed_.end(); ++n) {
      Row row(tree_, n, end);
      if (next->first == n) {
        ++next;
        for (std::size_t m = n + 1; m < end; ++m) look_at(n, m, first, row.pair(m));
      } else {
        for (auto other = next; other != changed_.end(); ++other) {
          look_at(n, other->first, first, row.pair(other->first));
        }
      }
    }
  }

  /// Looks at the pair `across` between the upper ends of `low` and `high`.
  void look_at(std::size_t low, std::size_t high, std::size_t first, std::size_t across) {
    const Lengths low_now = at(low), high_now = at(high);
    const Lengths& low_before = before_[low - first];
    const Lengths& high_before = before_[high - first];
    const Change there = {low_before.falling + high_before.rising,
                          low_now.falling + high_now.rising};
    const Change back = {high_before.falling + low_before.rising,
                         high_now.falling + low_now.rising};
    if (there.now != there.before) offer(across, graph_.lengths_.rising[across], there);
    if (back.now != back.before) offer(across, graph_.lengths_.falling[across], back);
  }

  /// Offers the pair a way across.
  void offer(std::size_t pair, double& length, Change way) {
    if (way.now < length) {
      lower(pair, length, way.now);
    } else if (way.now > way.before && way.before == length) {
      recompute(pair);
    }
  }

  Customization& graph_;
  const EliminationTree& tree_;
  std::map<std::size_t, Before> open_;
  std::vector<std::pair<std::size_t, Lengths>> changed_;  // pairs of one position, as they were
  std::vector<Lengths> before_;                           // all pairs of it
};

void Customization::update(std::span<const std::size_t> edges, std::span<const double> weights) {
  Changes changes(*this);
  for (std::size_t n = 0; n < edges.size(); ++n) changes.change(edges[n], weights[n]);
  changes.run();
}

}  // namespace apsp::sparse
