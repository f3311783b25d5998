// SPDX-License-Identifier: MIT
#include "common/exact_solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "common/error.hpp"

namespace apsp {
namespace {

void refuse_negative_weights(const Graph& graph) {
  if (graph.smallest_weight >= 0) return;
  const auto edge = std::find_if(graph.edges.begin(), graph.edges.end(),
                                 [](const Edge& e) { return e.weight < 0; });
  throw Error(
      ExitCode::kNoAnswer,
      fmt::format(
          "edge {} (from {} to {}): weight is {}, expected 0 or more: this version does not "
          "solve graphs with negative weights",
          edge - graph.edges.begin(), edge->source, edge->destination, edge->weight));
}

Distance infinity_of(Width width) {
  switch (width) {
    case Width::kU8:
      return kInfinity<std::uint8_t>;
    case Width::kU16:
      return kInfinity<std::uint16_t>;
    case Width::kS32:
      break;
  }
  return kUnreachable;
}

std::string describe(const Clipped& clipped, const Graph& graph, Width width) {
  const Edge& edge = graph.edges[clipped.edge];
  return fmt::format("the path from {} over edge {} (from {} to {}, weight {}) is {} or longer",
                     clipped.row, clipped.edge, edge.source, edge.destination, edge.weight,
                     infinity_of(width));
}

}  // namespace

void solve_exactly(const Graph& graph, Run& run, std::span<const Width> widths, Arithmetic forced,
                   const Attempt& attempt) {
  refuse_negative_weights(graph);
  run.enter_phase("bound");
  const Width first = forced ? *forced : narrowest_width(estimate_longest(graph));
  std::string tried;
  for (const Width width : widths) {
    if (width < first) continue;
    tried += (tried.empty() ? "" : ", ") + std::string(name(width));
    run.fact("arithmetic", std::string(name(width)));
    run.fact("arithmetic_tried", tried);
    const std::optional<Clipped> clipped = attempt(width);
    if (!clipped) return;
    if (width == Width::kS32) {
      throw Error(ExitCode::kNoAnswer,
                  "a length does not fit the distance file: " + describe(*clipped, graph, width));
    }
    if (forced) {
      throw Error(ExitCode::kNoAnswer, fmt::format("--arithmetic {} is too narrow: {}", name(width),
                                                   describe(*clipped, graph, width)));
    }
  }
}

std::optional<Clipped> doubt(const Extent& extent, const Graph& graph, Distance infinity, Run& run,
                             const std::function<std::optional<Clipped>()>& find_clipped) {
  std::optional<std::string_view> proof = prove(extent, graph.largest_weight, infinity);
  if (!proof) {
    if (const std::optional<Clipped> clipped = find_clipped()) return clipped;
    proof = "no edge leads from below INF to INF";
  }
  run.fact("proof", std::string(*proof));
  return std::nullopt;
}

}  // namespace apsp
