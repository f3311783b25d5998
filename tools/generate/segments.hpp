// SPDX-License-Identifier: MIT
// Edges with a length: graphs of points, whose weights follow from where the points lie.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tools/generate/vertex_pair.hpp"

namespace apsp::generate {

/// A straight line between two points.
struct Segment {
  VertexPair ends;
  std::uint32_t length;  // at most 2^30, rounded up, so that only points in one place are 0 apart
};

/// Segments as a list of ordered pairs: each from its source to its destination, or there and back
/// in turn. The segments have different ends, and no two join the same pair.
class Segments {
 public:
  Segments(std::vector<Segment> segments, bool both_ways)
      : segments_(std::move(segments)), ways_(both_ways ? 2 : 1) {
    for (const Segment& segment : segments_) {
      longest_ = std::max(longest_, segment.length);
    }
  }
  /// The same segments, each from its source to its destination alone.
  [[nodiscard]] Segments one_way() && { return {std::move(segments_), false}; }

  [[nodiscard]] std::uint64_t size() const { return segments_.size() * ways_; }
  [[nodiscard]] VertexPair pair(std::uint64_t index) const {
    const VertexPair ends = segments_[index / ways_].ends;
    return index % ways_ == 0 ? ends : VertexPair{ends.destination, ends.source};
  }

  /// The length of pair `index`, to the nearest whole number, if the longest one has length
  /// `range`. range <= 2^32.
  [[nodiscard]] std::uint64_t length(std::uint64_t index, std::uint64_t range) const {
    const std::uint64_t longest = std::max(longest_, std::uint32_t{1});
    return (segments_[index / ways_].length * range + longest / 2) / longest;
  }

 private:
  std::vector<Segment> segments_;
  std::uint64_t ways_;
  std::uint32_t longest_ = 0;
};

}  // namespace apsp::generate
