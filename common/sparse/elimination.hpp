// SPDX-License-Identifier: MIT
// Elimination in the (min, +) semiring: adds the shortcuts after which every shortest path is one
// that first rises in the order and then falls.
//
// For position k, ascending, and every two higher neighbours u and v of it:
//     w(u,v) = min(w(u,v), w(u,k) + w(k,v)).
// A path that goes down to k and up again is then never shorter than the shortcut across. By
// induction over k, one of the shortest paths from s to t only rises to its highest position and
// only falls from there. All of it lies among the ancestors of s and t.
// Source: as LU factorisation over a semiring, B. A. Carre, "An algebra for network routing
// problems", J. Inst. Maths Applics 7 (1971); for these graphs, L. Planken, M. de Weerdt, R. van
// der Krogt, "Computing all-pairs shortest paths by leveraging low treewidth", JAIR 43 (2012).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "apsp/real.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/core/graph.hpp"
#include "common/core/width.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::sparse {

/// The edge that elements of this type, integers or floating-point numbers, are computed from.
template <typename Element>
using EdgeOf = std::conditional_t<std::is_floating_point_v<Element>, RealEdge, Edge>;

/// The length that elements of this type are narrowed from: Distance or double.
template <typename Element>
using LengthOf = decltype(EdgeOf<Element>::weight);

/// An eliminated graph: for each pair (p, u = tree.ups[n]) of a position and a higher neighbour the
/// lengths of both directions, clipped to kInfinity<Length>, "no way". Length is Distance, or
/// double where each addition rounds to nearest.
template <typename Length>
struct Eliminated {
  std::vector<Length> rising;   // from p to u
  std::vector<Length> falling;  // from u to p
};
using EliminatedGraph = Eliminated<Distance>;

/// Eliminates `graph`, whose pattern `tree` was made of, up to the core. Needs weights >= 0.
/// tree.work().tree relaxations, 8 bytes a pair. Subtrees of at most `part` relaxations are
/// eliminated in parallel; without `part`, of a share of the whole. Positions above them follow in
/// blocks, each by all threads where it has at least `part` relaxations, without `part` enough. The
/// result is the same for any division.
[[nodiscard]] EliminatedGraph eliminate(const Graph& graph, const EliminationTree& tree,
                                        std::optional<double> part = std::nullopt);

/// Same for weights that are not integers: finite, 0 or more.
[[nodiscard]] Eliminated<double> eliminate(std::span<const RealEdge> edges,
                                           const EliminationTree& tree,
                                           std::optional<double> part = std::nullopt);

/// Same, where `eliminated` holds the shortest of each pair's own edges, and infinities.
void eliminate_placed(const EliminationTree& tree, Eliminated<double>& eliminated);

/// The graph that the elimination leaves between the vertices of the core: their own arcs, and the
/// shortcuts across one eliminated position. Its vertices count from 0, as positions from
/// tree.core_begin on.
template <typename Length>
class CoreGraph {
 public:
  /// Refers to `tree` and `eliminated`, that of `edges`. O(fill + E).
  CoreGraph(std::span<const EdgeOf<Length>> edges, const EliminationTree& tree,
            const Eliminated<Length>& eliminated);

  [[nodiscard]] std::size_t vertices() const { return arcs_.vertices(); }

  /// Fills `lengths` with those of the arcs and shortcuts from `vertex` to every vertex of the
  /// core, clipped to kInfinity<Length>; 0 to itself. All rows together take tree.work().core
  /// relaxations. Any thread.
  void departures(std::size_t vertex, std::span<Length> lengths) const;

 private:
  const EliminationTree& tree_;
  const Eliminated<Length>& eliminated_;
  CompressedRows<ArcOf<Length>> arcs_;  // of each vertex: arcs to others
  std::vector<std::size_t> begin_;      // V + 1: where each vertex's pairs begin
  std::vector<std::pair<std::int32_t, std::size_t>> pairs_;  // a position below, and the pair
};

}  // namespace apsp::sparse
