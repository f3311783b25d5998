// SPDX-License-Identifier: MIT
// The hot routines of sweeps and of label correcting. A batch of sources is solved side by side:
// each vertex has a row of lanes, the distances from all sources of the batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace apsp::cpu {

/// Bytes of a vertex's row. Rows near the root of the elimination tree are to stay in the cache,
/// and reading a weight is to cost little beside the row.
inline constexpr std::size_t kRowBytes = 256;

/// Sources of a batch.
template <typename Element>
inline constexpr std::size_t kBatch = kRowBytes / sizeof(Element);

/// The pairs of one vertex with its neighbours: higher ones in sweeps, the ends of its edges in
/// label correcting.
template <typename Element>
struct Pairs {
  const std::int32_t* neighbours;  // positions
  const Element* weights;          // in [0, kInfinity<Element>]
  std::size_t count;
};

/// Rows are 64-byte aligned; their elements lie in [0, kInfinity<Element>].
template <typename Element>
struct LaneKernels {
  /// row = min(start, rows[u] + w) over all pairs (u, w), lane by lane. `start` may be `row`; no
  /// row of a neighbour is. Reads and writes count + 2 rows: bound by the caches they lie in.
  void (*pull)(Element* row, const Element* start, const Element* rows, Pairs<Element> pairs);

  /// rows[u] = min(rows[u], row + w) for all pairs (u, w), lane by lane. No row of a neighbour is
  /// `row`. Reads and writes count rows: bound by the caches they lie in.
  void (*push)(const Element* row, Element* rows, Pairs<Element> pairs);

  /// Same as push(). Sets bit u % 64 of marks[u / 64] for each neighbour u whose row has changed.
  /// kNeighboursAhead more positions follow the last neighbour in memory: their rows are
  /// prefetched. Null where elements are no integers. Reads count rows, and writes those that
  /// change: bound by the caches they lie in.
  void (*correct)(const Element* row, Element* rows, Pairs<Element> pairs, std::uint64_t* marks);
};

inline constexpr std::size_t kNeighboursAhead = 4;

/// Returns Lanes::correct; null where elements are no integers.
template <class Lanes, typename Element>
[[nodiscard]] constexpr auto correct_of() -> decltype(LaneKernels<Element>::correct) {
  if constexpr (std::is_integral_v<Element>) {
    return Lanes::correct;
  } else {
    return nullptr;
  }
}

}  // namespace apsp::cpu
