// SPDX-License-Identifier: MIT
// The sources of random numbers that a graph is made of.
#pragma once

#include <cstdint>

#include "common/base/random.hpp"

namespace apsp::generate {

/// The purposes of random numbers. The values are part of the promise that the same command
/// line gives the same bytes: new ones go to the end.
enum class Purpose : std::uint64_t {
  kPlaces = 1,    // which pairs a random graph joins
  kWeights = 2,   // the weight of each edge
  kRewire = 3,    // small-world: which edges leave the ring
  kFar = 4,       // small-world: where they go
  kSplit = 5,     // scale-free: how edges fall into quadrants
  kLabels = 6,    // scale-free: the numbers of the vertices
  kRepeats = 7,   // which edges are repeated
  kLoops = 8,     // which vertices get a self-loop
  kOrder = 9,     // the order of the edges
  kPoints = 10,   // road, knn: where vertices lie
  kRoads = 11,    // road: which neighbours of the grid are joined
  kBends = 12,    // road: where the vertices between junctions lie
  kHeights = 13,  // by which weights fall below zero
  kCycle = 14,    // which vertices a negative cycle joins
};

/// The random numbers of one purpose. Each edge has a stream of its own, by its number, so that
/// edges can be made in any order, on any number of threads.
class Key : public RandomKey {
 public:
  constexpr Key(std::uint64_t seed, Purpose purpose) noexcept
      : RandomKey(seed, static_cast<std::uint64_t>(purpose)) {}
};

}  // namespace apsp::generate
