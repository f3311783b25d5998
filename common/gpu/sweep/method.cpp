// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/method.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/core/dense_weights.hpp"
#include "common/gpu/dense/pace.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"

namespace apsp::gpu {
namespace {

constexpr Width kPredicted = Width::kU16;  // of both predictions: it matters which is larger

// Rates of an H200, measured on roads and graphs of near points. Only choices depend on them.
constexpr double kBytesPerSecond = 12e12;  // relaxations of a fall x bytes of an element
constexpr double kStep = 10;               // relaxations that a step takes the time of
constexpr double kNear = 300;              // higher neighbours whose distances lie in slots
constexpr double kFar = 4;                 // relaxations that one from device memory takes
constexpr double kCore = 2;                // relaxations that one from the core takes
constexpr double kExtended = 3;            // same, of a row to the core that is made

// Rates of one thread of the host.
constexpr double kEliminated = 1.2e9;  // relaxations per second
constexpr double kLaidOut = 15e6;      // pairs per second
constexpr double kEntry = 1e-9;        // seconds for an entry of an order, as CUDA starts beside it

/// Where a core begins. The device closes it at the rate of the dense way, and the host has neither
/// to order nor to eliminate it. Graphs of near points take the least time with shares from 0.02 to
/// 0.1. Smaller cores, those of roads, win nothing.
sparse::OrderLimits core_limits() {
  sparse::OrderLimits limits;
  limits.core_density = 0.02;
  limits.least_core = 2000;
  limits.core_work = static_cast<double>(bytes_of(kPredicted)) / (kDenseBytesPerSecond * kEntry);
  return limits;
}

/// Seconds that the choice may take where the dense way takes `dense`.
double seconds_to_choose(double dense) {
  constexpr double kHidden = 0.2;  // pass anyway until CUDA has started
  constexpr double kShare = 0.05;
  return kHidden + kShare * dense;
}

/// Limits within which sweeps can take less than `dense` seconds.
sparse::OrderLimits limits_within(double dense, double vertices) {
  constexpr double kMostCore = 0.9;  // of the vertices: the dense way takes little more
  const double by_device = dense * kBytesPerSecond / (bytes_of(kPredicted) * vertices);
  // To eliminate takes a relaxation for every two of up() but those of the core: some fill^2 / V.
  const double by_host = std::sqrt(vertices * dense * kEliminated);
  sparse::OrderLimits limits = core_limits();
  limits.most_work = seconds_to_choose(dense) / kEntry;
  limits.most_fill = std::min(by_device, by_host);
  limits.most_core = static_cast<std::size_t>(kMostCore * vertices);
  return limits;
}

/// Bytes of the rows to a core, in both widths.
double row_bytes(double vertices, double core) {
  return vertices * core * static_cast<double>(bytes_of(Width::kU16) + bytes_of(Width::kS32));
}

/// Whether the devices have a say: the rows to the core are large, or it takes much of the time.
bool depends_on_devices(const sparse::EliminationTree& tree) {
  constexpr double kAnyDevice = 4.0 * (1 << 30);
  constexpr double kShare = 0.1;  // of the dense way
  const auto vertices = static_cast<double>(tree.size());
  const auto core = static_cast<double>(tree.core_size());
  return row_bytes(vertices, core) > kAnyDevice || std::pow(core / vertices, 3) > kShare;
}

/// An elimination tree, or nothing where there is none within limits, for devices of such room.
struct TreeInRoom {
  std::optional<sparse::EliminationTree> tree;
  DeviceRoom room;
};

/// Looks for it beside the start of the devices, and waits for them only where they have a say, or
/// where no tree is soon found.
TreeInRoom find_tree(const Graph& graph, sparse::OrderLimits limits, const AskRoom& ask) {
  constexpr double kSoon = 5e8;  // entries of an order
  const auto vertices = static_cast<double>(graph.vertices);
  const sparse::Pattern pattern = sparse::pattern_of(graph);
  const double most_work = limits.most_work;
  const auto tree_in = [&](const DeviceRoom& room) -> std::optional<sparse::EliminationTree> {
    const double each = row_bytes(std::max(1.0, vertices), 1);
    limits.largest_core = static_cast<std::size_t>(static_cast<double>(room.core_bytes) / each);
    const std::optional<sparse::Order> order = sparse::minimum_degree(pattern, limits);
    if (!order) return std::nullopt;
    return sparse::analyse(pattern, *order, limits.most_fill);
  };
  TreeInRoom found;
  if (ask) limits.most_work = std::min(most_work, kSoon);
  found.tree = tree_in(found.room);
  if (!ask || (found.tree && !depends_on_devices(*found.tree))) return found;
  if (!found.tree && most_work <= kSoon && limits.largest_core >= graph.vertices) return found;
  found.room = ask();
  limits.most_work = most_work;
  if (!found.tree || row_bytes(vertices, static_cast<double>(found.tree->core_size())) >
                         static_cast<double>(found.room.core_bytes)) {
    found.tree = tree_in(found.room);
  }
  return found;
}

/// Whether an order can be looked for in the memory that there is.
bool can_be_analysed(const Graph& graph) {
  constexpr std::uint64_t kBytesPerVertex = 200;  // of the quotient graph
  constexpr std::uint64_t kBytesPerEdge = 24;
  return graph.vertices * kBytesPerVertex + graph.edge_count() * kBytesPerEdge < available_memory();
}

/// Whether a graph has so many edges that sweeps never win.
bool has_many_edges(const Graph& graph) {
  constexpr std::size_t kMany = 64;  // a vertex
  return graph.edge_count() > kMany * graph.vertices;
}

/// Whether sweeps may win more than it costs to find out.
bool is_worth_a_look(const Graph& graph, double dense) {
  constexpr double kNoticed = 0.05;  // seconds of a solve, beside the start of CUDA
  constexpr double kOrder = 0.5e-6;  // seconds an edge until the order of a random graph ends
  const double order = kOrder * static_cast<double>(graph.edge_count());
  return dense >= kNoticed && !has_many_edges(graph) && order <= seconds_to_choose(dense) &&
         can_be_analysed(graph);
}

}  // namespace

std::string_view name(Method method) {
  return method == Method::kDense ? "dense" : "sweep";
}

std::optional<Method> method_named(std::string_view text) {
  for (const Method method : kMethods) {
    if (name(method) == text) return method;
  }
  return std::nullopt;
}

Pace sweep_pace(const sparse::EliminationTree& tree, std::size_t sources, std::size_t devices) {
  const auto core = static_cast<double>(tree.core_size());
  const auto fill = static_cast<double>(tree.ups.size());
  double of_source = kStep * static_cast<double>(tree.core_begin);
  for (std::size_t p = 0; p < tree.core_begin; ++p) {
    const auto to_core = static_cast<double>(tree.core_up(p).size());
    const double ups = static_cast<double>(tree.up(p).size()) - to_core;
    of_source += std::min(ups, kNear) + kFar * std::max(0.0, ups - kNear) + kCore * to_core;
  }
  const double of_core = core * core * core * kBytesPerSecond / kDenseBytesPerSecond;
  const auto each = static_cast<double>(devices);
  const double relaxations =
      static_cast<double>(sources) * of_source + each * (of_core + kExtended * fill * core);
  const double host = tree.work().tree / kEliminated + fill / kLaidOut;
  return {relaxations, kBytesPerSecond, each * host, true};
}

void require_host_memory(const sparse::EliminationTree& tree, std::size_t processes) {
  constexpr std::size_t kBytesPerPair = 52;  // both lengths twice, units and arcs, the next reads
  constexpr std::size_t kBytesPerVertex = 120;
  std::string what = fmt::format("{} by sweeps", counted(tree.size(), "vertex"));
  if (processes > 1) what += fmt::format(", in {} ranks on this machine", processes);
  require_memory(processes * (tree.ups.size() * kBytesPerPair + tree.size() * kBytesPerVertex),
                 what);
}

bool is_surely_dense(const Graph& graph, std::optional<Method> forced) {
  return forced ? *forced == Method::kDense : has_many_edges(graph);
}

MethodChoice choose_method(const Problem& problem, std::optional<Method> forced,
                           const AskRoom& ask) {
  const Graph& graph = problem.graph;
  MethodChoice choice;
  choice.dense = pace_of_device(graph);
  if (is_surely_dense(graph, forced)) return choice;
  const bool automatic = !forced.has_value();
  const double dense = choice.dense.seconds(kPredicted);
  if (automatic && !is_worth_a_look(graph, dense)) return choice;
  TreeInRoom found = find_tree(
      graph, automatic ? limits_within(dense, static_cast<double>(graph.vertices)) : core_limits(),
      ask);
  if (!found.tree) return choice;
  choice.tree = std::move(found.tree);
  choice.sweep = sweep_pace(*choice.tree, problem.rows.size(), found.room.devices);
  if (!automatic || choice.sweep->seconds(kPredicted) < choice.dense.seconds(kPredicted)) {
    choice.method = Method::kSweep;
  } else {
    choice.tree.reset();
  }
  return choice;
}

bool MethodOfGraph::takes_matrix(const Problem& problem) const {
  return is_surely_dense(problem.graph, forced_);
}

const MethodChoice& MethodOfGraph::choice(const Problem& problem) {
  if (problem.graph.matrix != nullptr && !takes_matrix(problem)) return choice(listed(problem));
  const bool same = chosen_for_ && chosen_for_->graph.vertices == problem.graph.vertices &&
                    chosen_for_->graph.matrix == problem.graph.matrix &&
                    chosen_for_->graph.edges.data() == problem.graph.edges.data() &&
                    chosen_for_->graph.edges.size() == problem.graph.edges.size() &&
                    chosen_for_->rows == problem.rows;
  if (!same) {
    sweep_graph_.reset();
    choice_ = choose_method(problem, forced_, ask_);
    chosen_for_.emplace(problem);
  }
  return choice_;
}

const SweepGraph& MethodOfGraph::sweep_graph() {
  if (!sweep_graph_) sweep_graph_ = std::make_unique<SweepGraph>(chosen_for_->graph, *choice_.tree);
  return *sweep_graph_;
}

void MethodOfGraph::report(Observer& observer) const {
  observer.fact("method", std::string(name(choice_.method)));
  if (!choice_.sweep) return;
  observer.fact("predicted_dense_seconds", choice_.dense.seconds(kPredicted));
  observer.fact("predicted_sweep_seconds", choice_.sweep->seconds(kPredicted));
  if (!choice_.tree) return;
  if (choice_.tree->core_size() > 0) {
    observer.fact("core", static_cast<std::int64_t>(choice_.tree->core_size()));
  }
  observer.fact("fill", static_cast<std::int64_t>(choice_.tree->ups.size()));
}

}  // namespace apsp::gpu
