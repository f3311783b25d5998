// SPDX-License-Identifier: MIT
#include "common/sparse/elimination_tree.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "common/base/index.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/threads.hpp"

namespace apsp::sparse {
namespace {

using Ids = std::vector<std::int32_t>;

/// Fills `begin` and `ups` of a tree: up() is the union of the higher neighbours by edges and of
/// the children's. Subtrees that follow each other are a piece, which needs nothing of another;
/// what is above the pieces comes after them.
class FillIn {
 public:
  FillIn(EliminationTree& tree, const Pattern& pattern)
      : tree_(tree), pattern_(pattern), sizes_(tree.core_begin, 1) {
    for (std::size_t p = 0; p < tree.core_begin; ++p) {
      if (tree.parents[p] != EliminationTree::kRoot) sizes_[index(tree.parents[p])] += sizes_[p];
    }
  }

  void run() {
    const Loop loop = {.threads = is_for_threads(pattern_.neighbours.size()) ? 0 : 1};
    tree_.begin.assign(tree_.size() + 1, 0);
    cut();
    parallel_for(
        pieces_.size(), [&](std::size_t n) { fill(pieces_[n]); }, loop);
    for (Piece& above : above_) fill(above);
    place();
    tree_.ups.resize(tree_.begin.back());
    const auto copy = [&](const Piece& piece) {
      std::ranges::copy(piece.ups, tree_.ups.data() + tree_.begin[piece.begin]);
    };
    parallel_for(
        pieces_.size(), [&](std::size_t n) { copy(pieces_[n]); }, loop);
    for (const Piece& above : above_) copy(above);
  }

 private:
  static constexpr std::size_t kFewUps = 256;

  /// Positions [begin, end), and their up() one after the other.
  struct Piece {
    std::size_t begin;
    std::size_t end;
    Ids ups = {};
  };

  /// Cuts the tree into pieces and what is above them, both ascending.
  void cut() {
    constexpr std::size_t kPieces = 256;  // of one size, if the tree has such
    const std::size_t most = tree_.core_begin / kPieces + 1;
    for (std::size_t end = tree_.core_begin; end > 0;) {
      const std::size_t size = index(sizes_[end - 1]);
      const bool is_above = size > most;
      std::vector<Piece>& all = is_above ? above_ : pieces_;
      const std::size_t begin = end - (is_above ? 1 : size);
      const bool joins =
          !all.empty() && all.back().begin == end && (is_above || all.back().end - begin <= most);
      if (joins) {
        all.back().begin = begin;
      } else {
        all.push_back({begin, end});
      }
      end = begin;
    }
    std::ranges::reverse(pieces_);
    std::ranges::reverse(above_);
  }

  /// Lists are merged whenever half of them may be repeated, however many there are.
  /// Until place(), `begin` has the end of each up() within its piece, at the next position.
  void fill(Piece& piece) {
    Ids up;
    const auto merge = [&] {
      if (!std::ranges::is_sorted(up)) std::ranges::sort(up);
      up.erase(std::unique(up.begin(), up.end()), up.end());
    };
    for (std::size_t p = piece.begin; p < piece.end; ++p) {
      const auto here = static_cast<std::int32_t>(p);
      std::size_t most = kFewUps;  // until a merge
      up.clear();
      for (const std::int32_t neighbour : pattern_.of(index(tree_.vertices[p]))) {
        const std::int32_t other = tree_.positions[index(neighbour)];
        if (other > here) up.push_back(other);
      }
      const std::size_t first = p + 1 - index(sizes_[p]);  // of its subtree
      for (std::size_t end = p; end > first; end -= index(sizes_[end - 1])) {
        const auto of_child = known(piece, end - 1);  // its lowest is here
        up.insert(up.end(), of_child.begin() + 1, of_child.end());
        if (up.size() <= most) continue;
        merge();
        most = 2 * up.size() + kFewUps;
      }
      merge();
      piece.ups.insert(piece.ups.end(), up.begin(), up.end());
      tree_.begin[p + 1] = piece.ups.size();
    }
  }

  /// The up() of a position below one of `piece`.
  [[nodiscard]] std::span<const std::int32_t> known(const Piece& piece,
                                                    std::size_t position) const {
    const Piece& of = position >= piece.begin ? piece : piece_of(position);
    const std::size_t begin = position == of.begin ? 0 : tree_.begin[position];
    return std::span(of.ups).subspan(begin, tree_.begin[position + 1] - begin);
  }

  [[nodiscard]] const Piece& piece_of(std::size_t position) const {
    for (const auto* all : {&pieces_, &above_}) {
      const auto next = std::ranges::upper_bound(*all, position, {}, &Piece::begin);
      if (next != all->begin() && position < std::prev(next)->end) return *std::prev(next);
    }
    throw std::logic_error("a position is in no piece");
  }

  /// Makes `begin` the places of all up() one after the other.
  void place() {
    std::size_t placed = 0;
    auto piece = pieces_.begin();
    auto above = above_.begin();
    while (piece != pieces_.end() || above != above_.end()) {
      const bool is_piece =
          above == above_.end() || (piece != pieces_.end() && piece->begin < above->begin);
      const Piece& next = is_piece ? *piece++ : *above++;
      for (std::size_t p = next.begin; p < next.end; ++p) tree_.begin[p + 1] += placed;
      placed += next.ups.size();
    }
    for (std::size_t p = tree_.core_begin; p < tree_.size(); ++p) tree_.begin[p + 1] = placed;
  }

  EliminationTree& tree_;
  const Pattern& pattern_;
  Ids sizes_;  // of each position's subtree
  std::vector<Piece> pieces_;
  std::vector<Piece> above_;  // no subtrees
};

}  // namespace

std::span<const std::int32_t> EliminationTree::core_up(std::size_t position) const {
  const auto all = up(position);
  const auto first =
      std::lower_bound(all.begin(), all.end(), static_cast<std::int32_t>(core_begin));
  return all.subspan(static_cast<std::size_t>(first - all.begin()));
}

EliminationTree::Work EliminationTree::work() const {
  const auto pairs = [](std::size_t count) {
    return static_cast<double>(count) * (static_cast<double>(count) - 1);
  };
  Work work;
  for (std::size_t p = 0; p < core_begin; ++p) {
    const double core = pairs(core_up(p).size());
    work.core += core;
    work.tree += pairs(up(p).size()) - core;
  }
  return work;
}

UpCounts EliminationTree::counts() const {
  UpCounts counts;
  counts.core = core_size();
  counts.ups.resize(core_begin);
  std::vector<std::int32_t> below(core_begin, 1);  // each position's subtree
  for (std::size_t p = 0; p < core_begin; ++p) {
    const auto all = static_cast<std::int32_t>(up(p).size());
    counts.ups[p] = {all, static_cast<std::int32_t>(core_up(p).size())};
    if (parents[p] != kRoot) {
      below[index(parents[p])] += below[p];
    } else {  // each up() is a part of those above it, so the uppermost has all that are reached
      counts.reaches.push_back({all, below[p]});
    }
  }
  return counts;
}

EliminationTree analyse(const Pattern& pattern, const Order& order) {
  return analyse(pattern, tree_of(pattern, order), order.core);
}

EliminationTree analyse(const Pattern& pattern, OrderTree tree, std::size_t core) {
  EliminationTree analysed;
  static_cast<OrderTree&>(analysed) = std::move(tree);
  analysed.core_begin = analysed.size() - core;
  FillIn(analysed, pattern).run();
  return analysed;
}

}  // namespace apsp::sparse
