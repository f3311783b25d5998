// SPDX-License-Identifier: MIT
#include "common/sparse/pair_lengths.hpp"

#include <algorithm>
#include <numeric>

#include "common/base/for_each_isa.hpp"
#include "common/base/index.hpp"
#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/core/width.hpp"
#include "common/sparse/relax_all.hpp"

namespace apsp::sparse {
namespace {

/// Bytes for the labels of one of so many threads.
std::size_t label_bytes(std::size_t threads) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 28;
  return static_cast<std::size_t>(std::min(kMost, available_memory() / (8 * threads)));
}

/// The least a[n] + b[n].
APSP_FOR_EACH_ISA
double least_sum(const double* a, const double* b, std::size_t count) {
  constexpr std::size_t kLanes = 8;
  double least[kLanes];
  std::fill(std::begin(least), std::end(least), kInfinity<double>);
  std::size_t n = 0;
  for (; n + kLanes <= count; n += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      least[lane] = relax(least[lane], a[n + lane], b[n + lane]);
    }
  }
  for (; n < count; ++n) least[0] = relax(least[0], a[n], b[n]);
  return *std::min_element(std::begin(least), std::end(least));
}

}  // namespace

PairLengths::PairLengths(const EliminationTree& tree)
    : tree_(tree), depths_(tree.size()), jumps_(tree.size()), arcs_(tree.size()) {
  for (std::size_t p = tree.size(); p-- > 0;) {
    const std::int32_t parent = tree.parents[p];
    arcs_[p] = tree.up(p).size() + 1;
    if (parent == OrderTree::kRoot) {
      jumps_[p] = static_cast<std::int32_t>(p);
    } else {
      const std::size_t above = index(parent);
      depths_[p] = depths_[above] + 1;
      arcs_[p] += arcs_[above];
      // As far as the parent's two jumps together, if they are alike: then log V jumps reach any
      // ancestor. E. W. Myers, "An applicative random-access stack", IPL 17 (1983).
      const std::size_t near = index(jumps_[above]), far = index(jumps_[near]);
      const bool alike = depths_[above] - depths_[near] == depths_[near] - depths_[far];
      jumps_[p] = alike && near != above ? jumps_[near] : parent;
    }
    height_ = std::max(height_, index(depths_[p]) + 1);
  }
}

/// How many ancestors the positions share, themselves included.
std::size_t PairLengths::common_ancestors(std::size_t a, std::size_t b) const {
  // Each subtree is a range of positions that ends with its root. So the first ancestor of the
  // lower one that is not below the higher one is an ancestor of both, if the tree has both.
  std::size_t at = std::min(a, b);
  const std::size_t to = std::max(a, b);
  while (at < to) {
    const std::size_t jump = index(jumps_[at]);
    if (jump < to && jump != at) {
      at = jump;
    } else if (tree_.parents[at] == OrderTree::kRoot) {
      return 0;
    } else {
      at = index(tree_.parents[at]);
    }
  }
  return index(depths_[at]) + 1;
}

/// The labels of some positions, in one direction. Of one thread.
class PairLengths::Labels {
 public:
  explicit Labels(const PairLengths& query) : query_(query) {}

  /// Makes those of `positions`, of which one may stand there twice. `weights`: of the pairs.
  void make(std::span<const std::int32_t> positions, std::span<const double> weights) {
    wanted_.assign(positions.begin(), positions.end());
    std::sort(wanted_.begin(), wanted_.end());
    wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
    begins_.clear();
    std::size_t room = 0;
    std::uint64_t alone = 0;
    for (const std::int32_t p : wanted_) {
      begins_.push_back(room);
      room += length_of(index(p));
      alone += query_.arcs_[index(p)];
    }
    labels_.resize(room);
    // To mark the ancestors takes a look at every vertex, too.
    if (alone <= query_.tree_.size() || alone <= work_together(alone)) {
      for (std::size_t n = 0; n < wanted_.size(); ++n) make_alone(n, weights);
    } else {
      make_together(weights);
    }
  }

  /// Those of one of the positions to its highest `ancestors`, the root the last.
  [[nodiscard]] const double* of(std::int32_t position, std::size_t ancestors) const {
    const auto place = std::lower_bound(wanted_.begin(), wanted_.end(), position);
    return labels_.data() + begins_[static_cast<std::size_t>(place - wanted_.begin())] +
           length_of(index(position)) - ancestors;
  }

 private:
  [[nodiscard]] std::size_t length_of(std::size_t position) const {
    return index(query_.depths_[position]) + 1;
  }

  [[nodiscard]] std::size_t depth_of(std::int32_t position) const {
    return index(query_.depths_[index(position)]);
  }

  /// Relaxations for the labels of the wanted ones and all their ancestors, which are `marked_`, as
  /// far as there are less than `enough`.
  std::uint64_t work_together(std::uint64_t enough) {
    const EliminationTree& tree = query_.tree_;
    is_marked_.resize(tree.size(), false);
    for (const std::int32_t p : marked_) is_marked_[index(p)] = false;
    marked_.clear();
    std::uint64_t work = 0;
    for (std::size_t n = 0; n < wanted_.size() && work < enough; ++n) {
      for (std::int32_t p = wanted_[n]; p != OrderTree::kRoot && !is_marked_[index(p)];
           p = tree.parents[index(p)]) {
        is_marked_[index(p)] = true;
        marked_.push_back(p);
        for (const std::int32_t up : tree.up(index(p))) work += length_of(index(up));
      }
    }
    return work;
  }

  /// A supernode at a time: ancestors that follow each other and have the same higher neighbours,
  /// but for themselves. The part of the label that belongs to these is taken out of it, relaxed by
  /// vectors, and put back.
  void make_alone(std::size_t which, std::span<const double> weights) {
    const EliminationTree& tree = query_.tree_;
    std::size_t at = index(wanted_[which]);
    double* const label = labels_.data() + begins_[which];
    const std::size_t own = length_of(at) - 1;
    std::fill_n(label + 1, own, kInfinity<double>);
    label[0] = 0;
    for (std::size_t above = 0; above < own;) {
      const std::span<const std::int32_t> ups = tree.up(at);
      places_.resize(ups.size());
      part_.resize(ups.size());
      for (std::size_t n = 0; n < ups.size(); ++n) {
        places_[n] = own - depth_of(ups[n]);
        part_[n] = label[places_[n]];
      }
      double length = label[above];
      for (std::size_t n = 0;; ++n) {
        if (length < kInfinity<double>) {
          relax_all(part_.data() + n, length, weights.data() + tree.begin[at], ups.size() - n);
        }
        ++above;
        at = index(tree.parents[at]);
        if (tree.up(at).size() + n + 1 != ups.size() || n + 1 == ups.size()) break;
        length = part_[n];
      }
      for (std::size_t n = 0; n < ups.size(); ++n) label[places_[n]] = part_[n];
    }
  }

  /// From the last position, so that all ancestors of one have just been there: the last of each
  /// depth.
  void make_together(std::span<const double> weights) {
    const EliminationTree& tree = query_.tree_;
    const std::size_t height = query_.height_;
    way_.resize(height * (height + 1) / 2);
    const auto of_depth = [&](std::size_t depth) { return way_.data() + depth * (depth + 1) / 2; };
    std::sort(marked_.begin(), marked_.end(), std::greater<>());
    std::size_t wanted = wanted_.size();
    for (const std::int32_t marked : marked_) {
      const std::size_t p = index(marked);
      const std::size_t own = length_of(p) - 1;
      double* const label = of_depth(own);
      std::fill_n(label + 1, own, kInfinity<double>);
      label[0] = 0;
      for (std::size_t n = tree.begin[p]; n < tree.begin[p + 1]; ++n) {
        if (weights[n] == kInfinity<double>) continue;
        const std::size_t depth = depth_of(tree.ups[n]);
        relax_all(label + own - depth, weights[n], of_depth(depth), depth + 1);
      }
      if (wanted > 0 && wanted_[wanted - 1] == marked) {
        std::copy_n(label, own + 1, labels_.data() + begins_[--wanted]);
      }
    }
  }

  const PairLengths& query_;
  std::vector<std::int32_t> wanted_;  // positions, ascending
  std::vector<std::size_t> begins_;   // of each, in labels_
  std::vector<double> labels_;        // of each, from its own up
  std::vector<char> is_marked_;       // of each position, where any is
  std::vector<std::int32_t> marked_;  // positions
  std::vector<std::size_t> places_;   // in a label, of higher neighbours
  std::vector<double> part_;          // of a label, theirs
  std::vector<double> way_;           // labels of one position of each depth
};

void PairLengths::find(const Eliminated<double>& lengths, std::span<const Pair> pairs,
                       std::span<double> out, std::optional<std::size_t> bytes) const {
  if (pairs.empty()) return;
  const auto position = [&](std::int32_t vertex) { return tree_.positions[index(vertex)]; };
  // Near sources share most of their ancestors.
  std::vector<std::uint32_t> order(pairs.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::int32_t first = position(pairs[a].source), second = position(pairs[b].source);
    return first != second ? first < second : a < b;
  });
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  const std::size_t label = 2 * height_ * sizeof(double);  // both directions
  const bool few = pairs.size() * label <= kAlwaysThere;
  const std::size_t room = bytes.value_or(few ? kAlwaysThere : label_bytes(threads));
  const std::size_t most = std::max<std::size_t>(1, room / label);
  // A batch for each thread, unless that makes them too small to share ancestors.
  constexpr std::size_t kFew = 64;
  const std::size_t batch = std::min(most, std::max(kFew, (pairs.size() + threads - 1) / threads));
  struct Workspace {
    Labels rising, falling;
    std::vector<std::int32_t> sources, destinations;
  };
  parallel_for_with((pairs.size() + batch - 1) / batch,
                    [&] {
                      return Workspace{Labels(*this), Labels(*this), {}, {}};
                    },
                    [&](Workspace& work, std::size_t n) {
                      const auto own = std::span(order).subspan(
                          n * batch, std::min(batch, pairs.size() - n * batch));
                      work.sources.clear();
                      work.destinations.clear();
                      for (const std::uint32_t pair : own) {
                        work.sources.push_back(position(pairs[pair].source));
                        work.destinations.push_back(position(pairs[pair].destination));
                      }
                      work.rising.make(work.sources, lengths.rising);
                      work.falling.make(work.destinations, lengths.falling);
                      for (std::size_t i = 0; i < own.size(); ++i) {
                        const std::int32_t from = work.sources[i], to = work.destinations[i];
                        const std::size_t ancestors = common_ancestors(index(from), index(to));
                        out[own[i]] = least_sum(work.rising.of(from, ancestors),
                                                work.falling.of(to, ancestors), ancestors);
                      }
                    });
}

}  // namespace apsp::sparse
