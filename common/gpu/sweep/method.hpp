// SPDX-License-Identifier: MIT
// The choice between the ways to solve on devices: a dense matrix, or elimination and sweeps.
//
// - dense: V^3 relaxations at the tile products' rate.
// - sweep: on one thread of the host, EliminationTree::work() relaxations outside the core, and the
//   layout of the fill. On the device, for each source, a step for each vertex and a relaxation for
//   each pair of the fill. Pairs of vertices with more higher neighbours than a warp has slots take
//   longer. A core of C vertices takes every device C^3 relaxations at the dense rate, and C for
//   each pair of the fill.
//
// Rows leave at the same rate either way. A graph with many edges must not pay for the choice. No
// order is looked for where it may cost more than it saves. It ends as soon as it has taken too
// long, or its fill or its core is too much. A core has C elements for every vertex, which must
// have room on a device.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "common/core/observer.hpp"
#include "common/core/problem.hpp"
#include "common/core/width_choice.hpp"
#include "common/gpu/sweep/sweep_graph.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::gpu {

enum class Method { kDense, kSweep };

/// All methods, in the order of --method's values.
inline constexpr std::array kMethods = {Method::kDense, Method::kSweep};

/// The value of --method and of the report: "dense", "sweep".
[[nodiscard]] std::string_view name(Method method);

/// The values of --method, "auto" among them, and what a value means.
inline constexpr std::string_view kMethodHelp =
    "a dense matrix, or elimination and sweeps for sparse\ngraphs; hw3-1 has search as well; "
    "default:\nthe faster of";
[[nodiscard]] std::optional<Method> method_named(std::string_view name);

/// The devices of a solve, as far as the choice depends on them.
struct DeviceRoom {
  std::size_t devices = 1;                         // that share the sources
  std::size_t core_bytes = std::size_t{12} << 30;  // for the rows to a core, in both widths
};

/// Returns the room that there is; may wait for the devices to start. Asked only where it matters.
/// Empty: unknown, that of a common device.
using AskRoom = std::function<DeviceRoom()>;

struct MethodChoice {
  Method method = Method::kDense;
  Pace dense;
  std::optional<Pace> sweep = {};                    // nothing: not looked at, or too much fill
  std::optional<sparse::EliminationTree> tree = {};  // where the method is kSweep
};

/// How long sweeps along `tree` from `sources` sources take on one device; for several, all of them
/// together. Each closes the core.
[[nodiscard]] Pace sweep_pace(const sparse::EliminationTree& tree, std::size_t sources,
                              std::size_t devices = 1);

/// Throws Error(kMemory) if the host has no room to eliminate along `tree` and to lay it out, in
/// each of `processes`.
void require_host_memory(const sparse::EliminationTree& tree, std::size_t processes = 1);

/// Whether a graph of so many edges, or one that is forced so, goes the dense way for sure.
[[nodiscard]] bool is_surely_dense(const Graph& graph, std::optional<Method> forced);

/// The method that is predicted to be the faster, or the one that is forced. O(V + E) beside the
/// order. The graph has a list of edges, unless it is surely dense.
[[nodiscard]] MethodChoice choose_method(const Problem& problem, std::optional<Method> forced,
                                         const AskRoom& ask = {});

/// Chooses once for each problem, and eliminates once.
class MethodOfGraph {
 public:
  explicit MethodOfGraph(std::optional<Method> forced, AskRoom ask = {})
      : forced_(forced), ask_(std::move(ask)) {}

  const MethodChoice& choice(const Problem& problem);

  /// Whether the dense way is taken without a look at the edges, so that a matrix of weights need
  /// not be listed. O(1).
  [[nodiscard]] bool takes_matrix(const Problem& problem) const;

  /// The graph last chosen for, eliminated along the tree of its choice.
  const SweepGraph& sweep_graph();

  /// Has every later choice be `method`: that of the process that speaks for several.
  void force(Method method) {
    forced_ = method;
    if (choice_.method != method) forget();
  }
  [[nodiscard]] std::optional<Method> forced() const { return forced_; }

  /// Keeps the choice for a problem that has `rows` alone of the one last chosen for.
  void narrow(const RowSet& rows) {
    if (chosen_for_) chosen_for_->rows = rows;
  }

  /// Forgets the problem last chosen for.
  void forget() { chosen_for_.reset(); }

  /// Reports the choice that was made last.
  void report(Observer& observer) const;

 private:
  std::optional<Method> forced_;
  AskRoom ask_;
  std::optional<Problem> chosen_for_;
  MethodChoice choice_ = {};
  std::unique_ptr<SweepGraph> sweep_graph_;
};

}  // namespace apsp::gpu
