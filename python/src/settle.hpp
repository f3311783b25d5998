// SPDX-License-Identifier: MIT
// The order in which Dijkstra's algorithm settles vertices, from distances that are known already.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace apsp::python {

namespace nb = nanobind;

/// Arcs by their tail: those of vertex v are begins[v] to begins[v + 1], in the order of a search.
struct Arcs {
  std::span<const std::int32_t> begins;  // [V + 1], ascending from 0
  std::span<const std::int32_t> heads;   // [A], in [0, V)
  std::span<const double> weights;       // [A], at least 0

  /// Throws nb::value_error unless begins and heads are within their ranges. O(V + A).
  void check() const;
};

/// Replays searches from one source after another. Keeps the memory of the last one.
class Settling {
 public:
  explicit Settling(const Arcs& arcs);

  /// Writes the reachable vertices to `order` as a search with a queue settles them: by distance,
  /// equal ones as they are found. Writes the vertex that found each to `parents`, the source for
  /// itself, -1 where there is no path. Returns their number, or -1 if the distances are not sums
  /// of weights to the last bit, as those that were rounded in another order. O(V log V + A).
  std::int32_t replay(std::span<const double> distances, std::int32_t source,
                      std::span<std::int32_t> order, std::span<std::int32_t> parents);

 private:
  struct Reached {
    double distance;
    std::int32_t vertex;
  };

  /// Gives every reachable vertex the first position of its distance in the order.
  void share_out(std::span<const double> distances);

  Arcs arcs_;
  std::vector<Reached> reached_;      // ascending by distance
  std::vector<std::int32_t> first_;   // [V] first position of the same distance
  std::vector<std::int32_t> filled_;  // [V] at such a position: how many vertices are found
};

/// Adds settle() to the module: one replay for each row of distances, without the GIL.
void define_settle(nb::module_& module);

}  // namespace apsp::python
