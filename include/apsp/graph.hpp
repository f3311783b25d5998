// SPDX-License-Identifier: MIT
/// \file
/// The input: a list of edges, wherever it lies.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#pragma GCC visibility push(default)
namespace apsp {

static_assert(std::endian::native == std::endian::little,
              "the files are little-endian and are mapped, not decoded");

/// Length of a path, in the unit of the edge weights. The distance file holds these.
using Distance = std::int32_t;

/// No path. Every real length lies strictly between -kUnreachable and kUnreachable.
/// kUnreachable + kUnreachable still fits in int32, so a sum of two distances never wraps.
inline constexpr Distance kUnreachable = (1 << 30) - 1;

/// The predecessor of a source, and of a vertex that no path leads to, as SciPy has it.
inline constexpr std::int32_t kNoPredecessor = -9999;

/// One directed edge, byte for byte as it lies in the graph file.
struct Edge {
  std::int32_t source;       ///< [0, V)
  std::int32_t destination;  ///< [0, V)
  Distance weight;           ///< (-kUnreachable, kUnreachable)

  /// Compares all three.
  friend bool operator==(const Edge&, const Edge&) = default;
};
static_assert(sizeof(Edge) == 12 && alignof(Edge) == 4, "the graph file's record is 12 bytes");

/// Two vertices: a question for one distance.
struct Pair {
  std::int32_t source;       ///< [0, V)
  std::int32_t destination;  ///< [0, V)

  /// Compares both.
  friend bool operator==(const Pair&, const Pair&) = default;
};

/// A directed graph with the vertices 0 to V - 1. Edges are in any order; they may repeat (the
/// smallest weight counts) and may be self-loops (a weight of 0 or more changes nothing). A view:
/// it does not own the edges.
struct GraphView {
  std::size_t vertices = 0;          ///< V, in [0, 2^31)
  std::span<const Edge> edges = {};  ///< E of them; every call checks them
};

/// A graph that owns its edges.
struct EdgeList {
  std::size_t vertices = 0;      ///< V, in [0, 2^31)
  std::vector<Edge> edges = {};  ///< E of them

  /// Returns a view, valid until the edges change.
  operator GraphView() const { return {vertices, edges}; }  // NOLINT(google-explicit-constructor)
};

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
