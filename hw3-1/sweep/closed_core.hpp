// SPDX-License-Identifier: MIT
// The core of an eliminated graph, closed: the distances between all its vertices.
//
// A batch crosses it source by source. Let r be the lengths of ways that rise from the source to
// some vertices v of the core; the distance to its vertex u is the least r(v) + d(v,u).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "common/base/pages.hpp"
#include "common/core/observer.hpp"
#include "common/core/width.hpp"
#include "common/sparse/elimination.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

/// Returns a length as an element: clipped to kInfinity<Element>, or rounded.
template <typename Element>
[[nodiscard]] constexpr Element narrowed(sparse::LengthOf<Element> length) {
  if constexpr (std::is_floating_point_v<Element>) {
    return static_cast<Element>(length);
  } else {
    return static_cast<Element>(std::min<Distance>(length, kInfinity<Element>));
  }
}

/// Rows of distances, cut into strips of kBatch columns. A pull reads one strip, which stays in the
/// second-level cache for all sources of a batch.
template <typename Element>
class ClosedCore {
 public:
  /// Closes `core` as a matrix of tiles: vertices^3 relaxations by OpenMP's default number of
  /// threads. Throws Error(kCancelled) where `observer` asks for the end.
  ClosedCore(const sparse::CoreGraph<sparse::LengthOf<Element>>& core, const KernelSet& kernels,
             Observer& observer);

  [[nodiscard]] std::size_t vertices() const { return vertices_; }
  [[nodiscard]] std::size_t strips() const;

  /// A row of kBatch elements for each vertex v: the distances from v to the vertices of the strip,
  /// infinity beyond the last.
  [[nodiscard]] const Element* strip(std::size_t n) const {
    return rows_.data() + n * vertices_ * kBatch<Element>;
  }

  /// Whether the distances from v to u and from u to v are the same for all u and v. Compares
  /// vertices^2 / 2 pairs at most.
  [[nodiscard]] bool symmetric() const;

  /// Bytes at most for a core of `vertices`, while it is made and afterwards.
  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices, const KernelSet& kernels);

 private:
  std::size_t vertices_;
  Pages<Element> rows_;
};

/// The memory that one thread takes to bring batches across a core.
template <typename Element>
class CoreCrossing {
 public:
  CoreCrossing(const ClosedCore<Element>& core, const LaneKernels<Element>& kernels);

  /// Replaces the rows of the core's vertices, kBatch lanes each, one after the other: lengths of
  /// ways to them become distances. A relaxation a source, vertex, and finite length of the source.
  void run(Element* rows);

  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices);

 private:
  /// The finite lengths of one source.
  struct Arrivals {
    std::vector<std::int32_t> vertices;
    std::vector<Element> lengths;
  };

  void gather(const Element* rows);

  const ClosedCore<Element>& core_;
  const LaneKernels<Element>& kernels_;
  std::vector<Arrivals> arrivals_;  // of each lane
  Pages<Element> infinite_;         // one row
  Pages<Element> block_;            // of each lane: its distances to the vertices of a strip
};

}  // namespace apsp::cpu
