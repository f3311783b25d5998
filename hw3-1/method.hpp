// SPDX-License-Identifier: MIT
// The choice between the ways to solve: a dense matrix of tiles, elimination and sweeps, or one
// search a row.
//
// All do relaxations, of kinds that differ by orders of magnitude in speed:
//
// - dense: the relaxations of the tile products that are not left out, at the tile kernels' rate.
//   They are V^3 where none is left out.
// - sweep: fill x V relaxations, at the rate at which rows of lanes come from the caches, and
//   before that EliminationTree::work() one by one. A core of C vertices takes C^3 more at the tile
//   kernels' rate, and V C x EliminationTree::mean_core_reach() by lanes.
// - search: one by one those of the vertices and edges that a source reaches, known from a sample
//   of sources.
//
// Where not all rows are wanted, V is the number of those that are, but in V^3 and C^3.
//
// Rows leave at the same rate either way. The fill is known exactly once the order is. A graph
// with many edges must not pay for that: its order ends as soon as its fill or its core is too
// large.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "apsp/settings.hpp"
#include "common/core/problem.hpp"
#include "common/core/width_choice.hpp"
#include "common/sparse/elimination_tree.hpp"
#include "hw3-1/search/row_search.hpp"

namespace apsp::cpu {

using apsp::Method;

/// All methods, in the order of --method's values, which are their names.
inline constexpr std::array kMethods = {Method::kDense, Method::kSweep, Method::kSearch};

/// Relaxations per second x bytes of an element, of all threads together; alike in all widths.
struct Rates {
  double tiles;
  double lanes;
  double tree;      // relaxations per second of an elimination, in any width: on one thread,
  double core;      // and between vertices of the core, of all threads together
  double way_back;  // elements per second that all threads bring back to the input's numbering
  double searches;  // that run at once

  double element_bytes = 2;  // in predictions: it matters which is the shorter
};

/// Rates of so many threads, of all processes. Only choices depend on them.
[[nodiscard]] Rates rates_of(std::string_view isa, double threads);

/// The methods for which there is memory.
struct Room {
  bool matrix = true;  // for that of the dense method
  bool order = true;   // for finding an order of elimination
  bool search = true;  // for the graph of searches
  double most_fill = std::numeric_limits<double>::infinity();  // pairs, beside the order
};

struct MethodChoice {
  Method method = Method::kDense;
  /// Predicted, in elements of Rates::element_bytes. Infinite: there is no room.
  double dense_seconds = 0;
  std::optional<double> sweep_seconds = {};   // likewise; nothing: no order, or one that loses
  std::optional<double> search_seconds = {};  // predicted; nothing: not looked at
  std::optional<sparse::EliminationTree> tree = {};  // where the method is kSweep
  std::optional<SearchGraph> search = {};            // where it is kSearch
};

/// Bytes at most that it takes to look for an order.
[[nodiscard]] std::uint64_t analysis_bytes(const Graph& graph);

/// Whether finding an order costs little beside `seconds`, those of another method. Where it does
/// not, sweeps win little: on random graphs of 64 edges a vertex a tenth.
[[nodiscard]] bool is_worth_an_order(const Graph& graph, double seconds);

/// Whether a graph of so many edges has too many for any way but the dense one to win, where these
/// rows are wanted and no distance is limited.
[[nodiscard]] bool has_many_edges(std::size_t edges, const RowSet& rows);

/// Limits within which sweeps from `sources` can take less than `seconds`, and have room.
[[nodiscard]] sparse::OrderLimits limits_within(double seconds, double sources, const Rates& rates,
                                                const Room& room = {});

/// The elimination tree, or nothing where its fill or its core is too much.
[[nodiscard]] std::optional<sparse::EliminationTree> tree_of(const Graph& graph,
                                                             sparse::OrderLimits limits);

/// How long sweeps from `rows` sources along `tree` take.
[[nodiscard]] Pace sweep_pace(const sparse::EliminationTree& tree, std::size_t rows,
                              const Rates& rates);

/// The method that is predicted to be the fastest of those that there is room for, or the one that
/// is forced, which the caller has seen to have room. Dense where none has. `tile_relaxations`: the
/// work of the dense method. O(V + E) beside the order, which ends early where it cannot win, and
/// beside sample searches of a millisecond.
[[nodiscard]] MethodChoice choose_method(const Problem& problem, std::optional<Method> forced,
                                         double tile_relaxations, const Rates& rates,
                                         const Room& room = {});

}  // namespace apsp::cpu
