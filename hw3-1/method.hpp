// SPDX-License-Identifier: MIT
// The choice between the two ways to solve: a dense matrix of tiles, or elimination and sweeps.
//
// Both do relaxations, of kinds that differ by an order of magnitude in speed:
//     dense   the relaxations of the tile products that are not left out, at the tile kernels' rate
//             (V^3 where none is left out);
//     sweep   fill x V relaxations, at the rate at which rows of lanes come from the caches, and
//             before that EliminationTree::work() one by one. A core of C vertices takes C^3 more
//             at the tile kernels' rate, and V C x EliminationTree::mean_core_reach() by lanes.
// Rows leave at the same rate either way. The fill is known exactly once the order is. A graph
// with many edges must not pay for that: its order ends as soon as its fill or its core is too
// large.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "common/core/graph.hpp"
#include "common/core/width_choice.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::cpu {

enum class Method { kDense, kSweep };

/// The value of --method and of the report: "dense", "sweep".
[[nodiscard]] std::string_view name(Method method);

/// Relaxations per second x bytes of an element, of all threads together; alike in all widths.
struct Rates {
  double tiles;
  double lanes;
  double tree;      // relaxations per second of an elimination, in any width: on one thread,
  double core;      // and between vertices of the core, of all threads together
  double way_back;  // elements per second that all threads bring back to the input's numbering
};

struct MethodChoice {
  Method method = Method::kDense;
  double dense_seconds = 0;                  // predicted, in elements of two bytes
  std::optional<double> sweep_seconds = {};  // predicted likewise; nothing: more than dense_seconds
  std::optional<sparse::EliminationTree> tree = {};  // where the method is kSweep
};

/// How long sweeps along `tree` take.
[[nodiscard]] Pace sweep_pace(const sparse::EliminationTree& tree, const Rates& rates);

/// The method that is predicted to be faster, or the one that is forced. `tile_relaxations`: what
/// the dense way does. O(E) beside the order, which ends early where it cannot win.
[[nodiscard]] MethodChoice choose_method(const Graph& graph, std::optional<Method> forced,
                                         double tile_relaxations, const Rates& rates);

}  // namespace apsp::cpu
