// SPDX-License-Identifier: MIT
// The request of a user: the kind of a graph and its numbers, and which of them go together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "common/core/distance.hpp"
#include "tools/generate/fraction.hpp"
#include "tools/generate/topology.hpp"

namespace apsp::generate {

enum class Kind {
  kRandom,
  kRing,
  kChain,
  kGrid,
  kComplete,
  kStar,
  kDisconnected,
  kSmallWorld,
  kScaleFree,
  kRoad,
  kKnn,
};

/// A kind as the command line names it.
struct KindDescription {
  Kind kind;
  std::string_view name;
  std::string_view summary;                 // its edges and their order
  std::array<std::string_view, 4> options;  // what it takes beyond the common ones; may be empty
};

/// Indexed by Kind.
inline constexpr std::array<KindDescription, 11> kKinds = {{
    {Kind::kRandom,
     "random",
     "E different ordered pairs, all equally likely, in random order",
     {"--edges", "--density", "--undirected"}},
    {Kind::kRing, "ring", "0 -> 1 -> ... -> V-1 -> 0, in this order", {}},
    {Kind::kChain, "chain", "0 -> 1 -> ... -> V-1, in this order", {}},
    {Kind::kGrid,
     "grid",
     "neighbours in a grid, both ways: those side by side, then those above each other",
     {"--columns", "--undirected"}},
    {Kind::kComplete,
     "complete",
     "every ordered pair, by source, then destination",
     {"--undirected"}},
    {Kind::kStar, "star", "0 -> 1, 1 -> 0, 0 -> 2, 2 -> 0, ..., in this order", {"--undirected"}},
    {Kind::kDisconnected,
     "disconnected",
     "like random, but only within runs of consecutive vertices",
     {"--edges", "--density", "--components", "--undirected"}},
    {Kind::kSmallWorld,
     "small-world",
     "each vertex to its next ones on a ring, some led elsewhere (Watts-Strogatz); by source",
     {"--neighbours", "--rewire"}},
    {Kind::kScaleFree,
     "scale-free",
     "a few hubs with most of the edges (R-MAT 57:19:19:5), in order of R-MAT's blocks",
     {"--edges", "--density"}},
    {Kind::kRoad,
     "road",
     "like roads on a map, both ways: connected, 1.4 V lines, as heavy as long; row by row",
     {"--undirected"}},
    {Kind::kKnn,
     "knn",
     "random points, each with its nearest, both ways, as heavy as far; by lower vertex",
     {"--neighbours", "--dimensions", "--directed", "--undirected"}},
}};

/// One graph. A member without a value takes its default or does not apply.
struct Recipe {
  Kind kind = Kind::kRandom;
  std::int64_t vertices = 0;
  std::optional<std::int64_t> edges;
  std::optional<Fraction> density;
  std::optional<std::int64_t> columns;
  std::optional<std::int64_t> components;
  std::optional<std::int64_t> neighbours;
  std::optional<Fraction> rewire;
  std::optional<std::int64_t> dimensions;
  bool directed = false;
  bool undirected = false;  // each pair of vertices once
  std::uint64_t seed = 1;
  std::int64_t lightest = 0;
  std::int64_t heaviest = 1000;
  std::int64_t repeats = 0;  // further edges that repeat a pair
  std::int64_t loops = 0;    // further edges from a vertex to itself
  bool shuffle = false;      // edges in random order

  /// Weights rise by a number in [0, negative] of the source's and fall by one of the
  /// destination's, so that they may be below zero and no cycle is.
  std::int64_t negative = 0;

  /// Further edges, along a cycle of length -1 through as many vertices.
  std::int64_t negative_cycle = 0;
};

/// The range of a file's V, E and, on both sides of 0, weights.
inline constexpr std::int64_t kLargestCount = INT32_MAX;
inline constexpr std::int64_t kLargestWeight = kUnreachable - 1;

/// The pairs that the recipe asks for, without further edges. Throws Error(kUsage) naming
/// the option, what was found and what is allowed, wherever the recipe cannot be followed.
[[nodiscard]] Topology make_topology(const Recipe& recipe);

/// Throws Error(kUsage) if `base_edges` edges do not leave room for the repeats, the loops and the
/// negative cycle, or there is nothing to repeat or to loop at.
void check_additions(const Recipe& recipe, std::uint64_t base_edges);

}  // namespace apsp::generate
