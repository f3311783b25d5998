// SPDX-License-Identifier: MIT
#include "tools/generate/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "tools/generate/permutation.hpp"
#include "tools/generate/purpose.hpp"

namespace apsp::generate {
namespace {

constexpr std::size_t kLeaf = 8;                // vertices that are not split further
constexpr std::size_t kVerticesPerTask = 1024;  // of neighbours to look for

// A vertex and its squared distance from the one that is asked for. The order of pairs is the order
// of neighbours.
using Neighbour = std::pair<std::uint64_t, std::uint32_t>;

// A k-d tree (Bentley, "Multidimensional binary search trees used for associative searching", 1975)
// without pointers: a range of `order_` is split at its middle, axis by axis.
class Tree {
 public:
  Tree(std::uint64_t vertices, std::uint64_t dimensions, std::uint64_t seed)
      : dimensions_(dimensions), coordinates_(vertices * dimensions), order_(vertices) {
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      coordinates_[i] =
          static_cast<std::uint32_t>(coordinate(i / dimensions, i % dimensions, seed));
    }
    std::iota(order_.begin(), order_.end(), 0U);
    split(0, order_.size(), 0);
  }

  // Fills `nearest`, empty before, with the `count` nearest other vertices, nearest first.
  void find(std::uint32_t vertex, std::size_t count, std::vector<Neighbour>& nearest) const {
    if (count != 0) {
      search({.vertex = vertex, .count = count, .nearest = nearest}, 0, order_.size(), 0);
    }
    std::sort_heap(nearest.begin(), nearest.end());
  }

 private:
  struct Query {
    std::uint32_t vertex;
    std::size_t count;
    std::vector<Neighbour>& nearest;  // a heap, the farthest on top
  };

  [[nodiscard]] std::uint32_t at(std::uint32_t vertex, std::uint64_t axis) const {
    return coordinates_[vertex * dimensions_ + axis];
  }

  [[nodiscard]] std::uint64_t squared_distance(std::uint32_t a, std::uint32_t b) const {
    std::uint64_t sum = 0;
    for (std::uint64_t axis = 0; axis < dimensions_; ++axis) {
      const std::int64_t apart = std::int64_t{at(a, axis)} - std::int64_t{at(b, axis)};
      sum += static_cast<std::uint64_t>(apart * apart);
    }
    return sum;
  }

  // log2(V / kLeaf) levels deep.
  void split(std::size_t begin, std::size_t end, std::uint64_t axis) {
    if (end - begin <= kLeaf) {
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const auto place = [&](std::size_t n) {
      return order_.begin() + static_cast<std::ptrdiff_t>(n);
    };
    std::nth_element(place(begin), place(middle), place(end), [&](auto a, auto b) {
      return std::pair(at(a, axis), a) < std::pair(at(b, axis), b);
    });
    split(begin, middle, (axis + 1) % dimensions_);
    split(middle + 1, end, (axis + 1) % dimensions_);
  }

  void consider(const Query& query, std::uint32_t vertex) const {
    if (vertex == query.vertex) {
      return;
    }
    const Neighbour candidate(squared_distance(query.vertex, vertex), vertex);
    std::vector<Neighbour>& nearest = query.nearest;
    if (nearest.size() == query.count) {
      if (nearest.front() < candidate) {
        return;
      }
      std::pop_heap(nearest.begin(), nearest.end());
      nearest.pop_back();
    }
    nearest.push_back(candidate);
    std::push_heap(nearest.begin(), nearest.end());
  }

  void search(const Query& query, std::size_t begin, std::size_t end, std::uint64_t axis) const {
    if (end - begin <= kLeaf) {
      for (std::size_t n = begin; n < end; ++n) {
        consider(query, order_[n]);
      }
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const std::uint64_t next = (axis + 1) % dimensions_;
    const std::int64_t beyond =
        std::int64_t{at(query.vertex, axis)} - std::int64_t{at(order_[middle], axis)};
    const auto lower = std::pair(begin, middle);
    const auto upper = std::pair(middle + 1, end);
    const auto& [near, far] = beyond < 0 ? std::pair(lower, upper) : std::pair(upper, lower);
    search(query, near.first, near.second, next);
    consider(query, order_[middle]);
    // Equally far vertices count as well: they may have lower numbers.
    if (query.nearest.size() < query.count ||
        static_cast<std::uint64_t>(beyond * beyond) <= query.nearest.front().first) {
      search(query, far.first, far.second, next);
    }
  }

  std::uint64_t dimensions_;
  std::vector<std::uint32_t> coordinates_;
  std::vector<std::uint32_t> order_;
};

// Turns arcs into pairs that are joined in both directions: lower end first, each pair once.
void join_both_ways(std::vector<Segment>& segments) {
  for (Segment& segment : segments) {
    auto& [source, destination] = segment.ends;
    if (source > destination) {
      std::swap(source, destination);
    }
  }
  const auto key = [](const Segment& s) { return std::pair(s.ends.source, s.ends.destination); };
  std::sort(segments.begin(), segments.end(),
            [&](const Segment& a, const Segment& b) { return key(a) < key(b); });
  segments.erase(std::unique(segments.begin(), segments.end(),
                             [&](const Segment& a, const Segment& b) { return key(a) == key(b); }),
                 segments.end());
}

}  // namespace

std::uint64_t coordinate(std::uint64_t vertex, std::uint64_t axis, std::uint64_t seed) {
  return Key(seed, Purpose::kPoints).word(vertex * kMostDimensions + axis) >>
         (64 - kCoordinateBits);
}

Segments make_nearest(std::uint64_t vertices, std::uint64_t neighbours, std::uint64_t dimensions,
                      bool directed, std::uint64_t seed) {
  require_memory((sizeof(Segment) * neighbours + 4 * dimensions + 4) * vertices,
                 "the nearest neighbours");
  const Tree tree(vertices, dimensions, seed);
  std::vector<Segment> segments(vertices * neighbours);
  const auto find = [&](std::vector<Neighbour>& nearest, std::size_t task) {
    const std::size_t end = std::min<std::size_t>(vertices, (task + 1) * kVerticesPerTask);
    for (std::size_t vertex = task * kVerticesPerTask; vertex < end; ++vertex) {
      nearest.clear();
      tree.find(static_cast<std::uint32_t>(vertex), neighbours, nearest);
      for (std::size_t n = 0; n < neighbours; ++n) {
        segments[vertex * neighbours + n] = {
            pair_of(vertex, nearest[n].second),
            static_cast<std::uint32_t>(ceiling_sqrt(nearest[n].first))};
      }
    }
  };
  parallel_for_with((vertices + kVerticesPerTask - 1) / kVerticesPerTask,
                    [] { return std::vector<Neighbour>(); }, find);
  if (!directed) {
    join_both_ways(segments);
  }
  return {std::move(segments), !directed};
}

}  // namespace apsp::generate
