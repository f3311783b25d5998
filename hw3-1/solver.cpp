// SPDX-License-Identifier: MIT
#include "hw3-1/solver.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <exception>

#include "common/error.hpp"
#include "common/memory.hpp"
#include "common/width_choice.hpp"
#include "hw3-1/exactness.hpp"
#include "hw3-1/floyd_warshall.hpp"
#include "hw3-1/kernels.hpp"
#include "hw3-1/tile_matrix.hpp"

namespace apsp::cpu {
namespace {

/// Rows that a thread widens and hands over at once.
constexpr std::size_t kRowsAtOnce = 8;

void refuse_negative_weights(const Graph& graph) {
  if (graph.smallest_weight >= 0) return;
  const auto edge = std::find_if(graph.edges.begin(), graph.edges.end(),
                                 [](const Edge& e) { return e.weight < 0; });
  const auto number = static_cast<std::size_t>(edge - graph.edges.begin());
  throw Error(
      ExitCode::kNoAnswer,
      fmt::format("edge {} (from {} to {}): weight is {}, expected 0 or more: this version does "
                  "not solve graphs with negative weights",
                  number, edge->source, edge->destination, edge->weight));
}

template <typename Element>
void put_rows(const TileMatrix<Element>& matrix, RowSink& rows) {
  const std::size_t vertices = matrix.vertices();
  std::exception_ptr failure;  // an exception must not leave the parallel region
#pragma omp parallel
  {
    std::vector<Distance> buffer(kRowsAtOnce * vertices);
#pragma omp for schedule(monotonic : dynamic)
    for (std::size_t first = 0; first < vertices; first += kRowsAtOnce) {
      const std::size_t count = std::min(kRowsAtOnce, vertices - first);
      try {
        matrix.widen(first, count, buffer.data());
        rows.put(first, std::span(buffer).first(count * vertices));
      } catch (...) {
#pragma omp critical
        if (!failure) failure = std::current_exception();
      }
    }
  }
  if (failure) std::rethrow_exception(failure);
}

std::string describe(const Clipped& clipped, const Graph& graph, Distance infinity) {
  const Edge& edge = graph.edges[clipped.edge];
  return fmt::format("the path from {} over edge {} (from {} to {}, weight {}) is {} or longer",
                     clipped.row, clipped.edge, edge.source, edge.destination, edge.weight,
                     infinity);
}

/// One try in one width: solves, and puts the rows if the result is proven exact. Otherwise returns
/// why it is not.
template <typename Element>
std::optional<std::string> attempt(const Graph& graph, RowSink& rows, Run& run,
                                   const KernelSet& kernels) {
  const std::size_t buffers = static_cast<std::size_t>(omp_get_max_threads()) * graph.vertices *
                              kRowsAtOnce * sizeof(Distance);
  require_memory(
      TileMatrix<Element>::bytes_for(graph.vertices) +
          workspace_bytes<Element>(graph.vertices, kernels) + buffers,
      fmt::format("{} vertices in {}-bit arithmetic", graph.vertices, 8 * sizeof(Element)));
  run.enter_phase("scatter");
  TileMatrix<Element> matrix(graph.vertices);
  matrix.scatter(graph);

  run.enter_phase("compute");
  close_matrix(matrix, kernels, run);

  run.enter_phase("prove");
  std::optional<std::string_view> proof =
      prove(extent(matrix), graph.largest_weight, kInfinity<Element>);
  if (!proof) {
    if (const auto clipped = find_clipped(matrix, graph)) {
      return describe(*clipped, graph, kInfinity<Element>);
    }
    proof = "no edge leads from below INF to INF";
  }
  run.fact("proof", std::string(*proof));

  run.enter_phase("write");
  put_rows(matrix, rows);
  return std::nullopt;
}

std::optional<std::string> attempt(Width width, const Graph& graph, RowSink& rows, Run& run,
                                   const KernelSet& kernels) {
  switch (width) {
    case Width::kU8:
      return attempt<std::uint8_t>(graph, rows, run, kernels);
    case Width::kU16:
      return attempt<std::uint16_t>(graph, rows, run, kernels);
    case Width::kS32:
      break;
  }
  return attempt<std::int32_t>(graph, rows, run, kernels);
}

}  // namespace

void solve(const Graph& graph, RowSink& rows, Run& run, const Options& options) {
  const KernelSet& kernels = choose_kernels(options.isa);
  refuse_negative_weights(graph);
  run.fact("instruction_set", std::string(kernels.name));
  run.fact("threads", std::int64_t{omp_get_max_threads()});
  run.fact("tile", static_cast<std::int64_t>(kTile));

  run.enter_phase("bound");
  const Width first = options.arithmetic.value_or(narrowest_width(estimate_longest(graph)));
  std::string tried;
  for (const Width width : kWidths) {
    if (width < first) continue;
    tried += (tried.empty() ? "" : ", ") + std::string(name(width));
    const std::optional<std::string> doubt = attempt(width, graph, rows, run, kernels);
    if (!doubt) {
      run.fact("arithmetic", std::string(name(width)));
      run.fact("arithmetic_tried", tried);
      return;
    }
    if (width == Width::kS32) {
      throw Error(ExitCode::kNoAnswer, "a length does not fit the distance file: " + *doubt);
    }
    if (options.arithmetic) {
      throw Error(ExitCode::kNoAnswer,
                  fmt::format("--arithmetic {} is too narrow: {}", name(width), *doubt));
    }
  }
}

}  // namespace apsp::cpu
