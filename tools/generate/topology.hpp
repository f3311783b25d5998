// SPDX-License-Identifier: MIT
// Which ordered pairs of vertices each kind of graph joins. Every class here is a list of distinct
// pairs of different vertices, size() long, whose entries are computed one by one and in any order.
#pragma once

#include <cstdint>
#include <variant>

#include "tools/generate/fraction.hpp"
#include "tools/generate/permutation.hpp"
#include "tools/generate/purpose.hpp"
#include "tools/generate/scale_free.hpp"
#include "tools/generate/segments.hpp"
#include "tools/generate/vertex_pair.hpp"

namespace apsp::generate {

/// 0 -> 1 -> ... -> V-1, and back to 0 if `closed`.
class Line {
 public:
  Line(std::uint64_t vertices, bool closed)
      : vertices_(vertices), size_(vertices < 2 ? 0 : vertices - (closed ? 0 : 1)) {}
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] VertexPair pair(std::uint64_t index) const {
    return pair_of(index, index + 1 == vertices_ ? 0 : index + 1);
  }

 private:
  std::uint64_t vertices_;
  std::uint64_t size_;
};

/// Neighbours in a grid of `columns` columns, row by row, the last row perhaps not full. First the
/// pairs side by side, then those above each other; `both_ways`: there and back in turn.
/// columns >= 1.
class Grid {
 public:
  Grid(std::uint64_t vertices, std::uint64_t columns, bool both_ways = true)
      : columns_(columns),
        side_by_side_(vertices - (vertices + columns - 1) / columns),
        above_(vertices > columns ? vertices - columns : 0),
        back_(both_ways ? 1 : 0) {}
  [[nodiscard]] std::uint64_t size() const { return (side_by_side_ + above_) << back_; }
  [[nodiscard]] VertexPair pair(std::uint64_t index) const {
    const std::uint64_t link = index >> back_;
    const bool beside = link < side_by_side_;
    const std::uint64_t first =
        beside ? link / (columns_ - 1) * columns_ + link % (columns_ - 1) : link - side_by_side_;
    const std::uint64_t second = first + (beside ? 1 : columns_);
    return (index & back_) == 0 ? pair_of(first, second) : pair_of(second, first);
  }

 private:
  std::uint64_t columns_;
  std::uint64_t side_by_side_;  // every vertex but the last of each row
  std::uint64_t above_;
  std::uint64_t back_;  // 1: every second pair is the one before it, back
};

/// Returns pair `index` of 0 -> 1, 0 -> 2, 1 -> 2, 0 -> 3 and so on. index < 2^61.
[[nodiscard]] constexpr VertexPair ascending_pair(std::uint64_t index) noexcept {
  // The largest h with h (h - 1) <= 2 * index.
  const std::uint64_t root = ceiling_sqrt(2 * index);
  const std::uint64_t higher = index == 0 ? 1 : root * (root - 1) <= 2 * index ? root : root - 1;
  return pair_of(index - higher * (higher - 1) / 2, higher);
}

/// `both_ways`: every ordered pair, by source, then destination. Otherwise every pair once, from
/// the lower vertex to the higher one, by destination, then source.
class Complete {
 public:
  explicit Complete(std::uint64_t vertices, bool both_ways = true)
      : vertices_(vertices), both_ways_(both_ways) {}
  [[nodiscard]] std::uint64_t size() const {
    return vertices_ == 0 ? 0 : vertices_ * (vertices_ - 1) / (both_ways_ ? 1 : 2);
  }
  [[nodiscard]] VertexPair pair(std::uint64_t index) const {
    if (!both_ways_) return ascending_pair(index);
    const std::uint64_t source = index / (vertices_ - 1);
    const std::uint64_t slot = index % (vertices_ - 1);
    return pair_of(source, slot < source ? slot : slot + 1);
  }

 private:
  std::uint64_t vertices_;
  bool both_ways_;
};

/// Vertex 0 joined with each other vertex; `both_ways`: there and back in turn.
class Star {
 public:
  explicit Star(std::uint64_t vertices, bool both_ways = true)
      : rays_(vertices == 0 ? 0 : vertices - 1), back_(both_ways ? 1 : 0) {}
  [[nodiscard]] std::uint64_t size() const { return rays_ << back_; }
  [[nodiscard]] VertexPair pair(std::uint64_t index) const {
    const std::uint64_t ray = (index >> back_) + 1;
    return (index & back_) == 0 ? pair_of(0, ray) : pair_of(ray, 0);
  }

 private:
  std::uint64_t rays_;
  std::uint64_t back_;  // 1: every second pair is the one before it, back
};

/// The vertices cut into runs of consecutive numbers whose lengths differ by at most one, the
/// longer ones first, and the pairs of Complete within a run.
class Components {
 public:
  Components(std::uint64_t vertices, std::uint64_t components, bool both_ways = true)
      : length_(vertices / components),
        longer_(vertices % components),
        both_ways_(both_ways),
        longer_pairs_(longer_ * Complete(length_ + 1, both_ways).size()),
        shorter_pairs_((components - longer_) * Complete(length_, both_ways).size()) {}
  [[nodiscard]] std::uint64_t size() const { return longer_pairs_ + shorter_pairs_; }
  [[nodiscard]] VertexPair pair(std::uint64_t index) const {
    const bool longer = index < longer_pairs_;
    const std::uint64_t length = longer ? length_ + 1 : length_;
    const std::uint64_t begin = longer ? 0 : longer_ * (length_ + 1);
    const std::uint64_t position = longer ? index : index - longer_pairs_;
    if (!both_ways_) {
      const std::uint64_t pairs = length * (length - 1) / 2;
      const VertexPair ends = ascending_pair(position % pairs);
      const std::uint64_t first = begin + position / pairs * length;
      return pair_of(first + static_cast<std::uint64_t>(ends.source),
                     first + static_cast<std::uint64_t>(ends.destination));
    }
    const std::uint64_t source = position / (length - 1);
    const std::uint64_t slot = position % (length - 1);
    const std::uint64_t row = source % length;
    const std::uint64_t first = begin + source - row;
    return pair_of(first + row, first + (slot < row ? slot : slot + 1));
  }

 private:
  std::uint64_t length_;  // of a shorter run
  std::uint64_t longer_;  // how many runs hold one vertex more
  bool both_ways_;
  std::uint64_t longer_pairs_;
  std::uint64_t shorter_pairs_;
};

/// `edges` pairs of Components (one component: of all pairs), each sample without replacement as
/// likely as any other up to the quality of the permutation, in random order.
/// edges <= the number of pairs.
class Sample {
 public:
  Sample(std::uint64_t vertices, std::uint64_t components, std::uint64_t edges, std::uint64_t seed,
         bool both_ways = true)
      : pairs_(vertices, components, both_ways),
        place_(pairs_.size(), Key(seed, Purpose::kPlaces)),
        edges_(edges) {}
  [[nodiscard]] std::uint64_t size() const { return edges_; }
  [[nodiscard]] VertexPair pair(std::uint64_t index) const { return pairs_.pair(place_(index)); }

 private:
  Components pairs_;
  Permutation place_;
  std::uint64_t edges_;
};

/// Watts and Strogatz ("Collective dynamics of small-world networks", 1998), directed. Each vertex
/// points at the `neighbours` next ones on a ring. With probability `rewire`, such an edge leads to
/// a vertex that is none of them instead. Order: by source, then by position on the ring.
/// 2 * neighbours < vertices, unless neighbours is 0.
class SmallWorld {
 public:
  SmallWorld(std::uint64_t vertices, std::uint64_t neighbours, Fraction rewire, std::uint64_t seed)
      : vertices_(vertices),
        neighbours_(neighbours),
        rewire_(rewire),
        rewired_(seed, Purpose::kRewire),
        far_(neighbours == 0 ? 0 : vertices - 1 - neighbours, Key(seed, Purpose::kFar)) {}
  [[nodiscard]] std::uint64_t size() const { return vertices_ * neighbours_; }
  [[nodiscard]] VertexPair pair(std::uint64_t index) const {
    const std::uint64_t source = index / neighbours_;
    const std::uint64_t place = index % neighbours_;
    SplitMix64 random = rewired_.stream(index);
    // A permutation for each source, so no two of its edges meet.
    const std::uint64_t step =
        rewire_.draw(random) ? neighbours_ + 1 + far_(place, source) : place + 1;
    const std::uint64_t destination = source + step;
    return pair_of(source, destination < vertices_ ? destination : destination - vertices_);
  }

 private:
  std::uint64_t vertices_;
  std::uint64_t neighbours_;
  Fraction rewire_;
  Key rewired_;
  Permutation far_;  // of the vertices behind the neighbours
};

using Topology = std::variant<Line, Grid, Complete, Star, Sample, SmallWorld, ScaleFree, Segments>;

}  // namespace apsp::generate
