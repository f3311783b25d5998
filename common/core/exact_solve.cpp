// SPDX-License-Identifier: MIT
#include "common/core/exact_solve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/error.hpp"
#include "common/core/width_choice.hpp"

namespace apsp {
namespace {

/// For graphs that come from no file: a file's are refused as it is read, by its name and offset.
void refuse_negative_weights(const Graph& graph) {
  if (graph.smallest_weight >= 0) return;
  const auto edge = std::find_if(graph.edges.begin(), graph.edges.end(),
                                 [](const Edge& e) { return e.weight < 0; });
  throw Error(
      Fault::kNoAnswer,
      fmt::format(
          "edge {} (from {} to {}): weight is {}, expected 0 or more: this version does not "
          "solve graphs with negative weights",
          edge - graph.edges.begin(), edge->source, edge->destination, edge->weight));
}

/// The width to try first. Reports what it was chosen from.
WidthChoice choose(const Graph& graph, const Backend& backend, Observer& observer) {
  const WidthChoice choice = choose_width(graph, backend.widths(), backend.pace(graph));
  const LongestBounds& bounds = choice.bounds;
  observer.fact("largest_distance",
                bounds.most < kUnreachable
                    ? fmt::format("{} seen, at most {}", bounds.seen, bounds.most)
                    : fmt::format("{} seen, no upper bound", bounds.seen));
  return choice;
}

/// No distance is longer than V - 1 edges of the largest weight. Clipped to kUnreachable.
Distance longest_possible(const Graph& graph) {
  const auto edges = static_cast<std::int64_t>(std::max<std::size_t>(graph.vertices, 1) - 1);
  return static_cast<Distance>(std::min<std::int64_t>(
      kUnreachable,
      std::min<std::int64_t>(edges, kUnreachable) * std::max(graph.largest_weight, 0)));
}

std::string describe(const Clipped& clipped, const Graph& graph, Width width) {
  const Edge& edge = graph.edges[clipped.edge];
  return fmt::format("the path from {} over edge {} (from {} to {}, weight {}) is {} or longer",
                     clipped.row, clipped.edge, edge.source, edge.destination, edge.weight,
                     infinity_of(width));
}

/// Throws the reason why the width was not enough.
[[noreturn]] void refuse(const Clipped& clipped, const Graph& graph, Width width) {
  const std::string path = describe(clipped, graph, width);
  throw Error(Fault::kNoAnswer,
              width == Width::kS32
                  ? "a length does not fit the distance file: " + path
                  : fmt::format("--arithmetic {} is too narrow: {}", name(width), path));
}

/// Returns nothing if the result is proven exact, and reports the reason to `observer`. Otherwise
/// returns the clipped result. `may_widen`: parts of the result may be computed in another width.
std::optional<Clipped> find_clipped(Solve& solve, const Plan& plan, bool may_widen,
                                    Observer& observer) {
  const Distance infinity = infinity_of(plan.width);
  std::optional<std::string_view> proof;
  if (solve.streams() && plan.longest < infinity) {
    proof = "no distance is as long as INF";
  } else if (solve.streams() && may_widen && plan.longest < kUnreachable) {
    proof = "batch by batch";
  } else {
    proof = prove(solve.extent(), plan.graph.largest_weight, infinity);
  }
  if (!proof) {
    if (const std::optional<Clipped> clipped = solve.first_clipped(plan.graph)) return clipped;
    proof = "no edge leads from below INF to INF";
  }
  observer.fact("proof", std::string(*proof));
  return std::nullopt;
}

/// Solves in one width. Puts all rows and returns nothing if the result is proven exact; otherwise
/// puts none and returns what was clipped.
std::optional<Clipped> attempt(const Plan& plan, Backend& backend, bool may_widen,
                               const Outputs& outputs, Observer& observer) {
  const std::unique_ptr<Solve> solve = backend.start(plan, observer);
  if (plan.graph.vertices == 0) return std::nullopt;
  solve->scatter(plan.graph, observer);

  outputs.rows.prepare();
  observer.enter_phase(Phase::kCompute);
  solve->close(observer);

  observer.enter_phase(Phase::kProve);
  const std::optional<Clipped> clipped = find_clipped(*solve, plan, may_widen, observer);
  if (!clipped) solve->put(outputs, observer);
  return clipped;
}

}  // namespace

void solve_exactly(const Graph& graph, Backend& backend, const Outputs& outputs, Observer& observer,
                   Arithmetic forced) {
  refuse_negative_weights(graph);
  observer.enter_phase(Phase::kBound);
  Distance most = longest_possible(graph);
  Width first = forced.value_or(Width::kU8);
  if (!forced) {
    const WidthChoice choice = choose(graph, backend, observer);
    first = choice.width;
    most = std::min(most, choice.bounds.most);
  }
  std::string tried;
  for (const Width width : backend.widths()) {
    if (forced ? width != first : width < first) continue;
    tried += (tried.empty() ? "" : ", ") + std::string(name(width));
    observer.fact("arithmetic", std::string(name(width)));
    observer.fact("arithmetic_tried", tried);
    const std::optional<Clipped> clipped =
        attempt({graph, width, most}, backend, !forced, outputs, observer);
    if (!clipped) return;
    if (forced || width == Width::kS32) refuse(*clipped, graph, width);
  }
  // To return would say that all rows were put.
  throw Error(Fault::kInternal, fmt::format("the backend has no width for this graph{}",
                                            tried.empty() ? "" : ": tried " + tried));
}

}  // namespace apsp
