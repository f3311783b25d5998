// SPDX-License-Identifier: MIT
#include "hw3-1/solver.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <exception>

#include "common/exact_solve.hpp"
#include "common/memory.hpp"
#include "hw3-1/exactness.hpp"
#include "hw3-1/floyd_warshall.hpp"
#include "hw3-1/kernels.hpp"
#include "hw3-1/tile_matrix.hpp"

namespace apsp::cpu {
namespace {

/// Rows that a thread widens and hands over at once.
constexpr std::size_t kRowsAtOnce = 8;

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

/// One try in one width, as Attempt says.
template <typename Element>
std::optional<Clipped> attempt(const Graph& graph, RowSink& rows, Run& run,
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
  const std::optional<Clipped> clipped = doubt(extent(matrix), graph, kInfinity<Element>, run,
                                               [&] { return find_clipped(matrix, graph); });
  if (clipped) return clipped;

  run.enter_phase("write");
  put_rows(matrix, rows);
  return std::nullopt;
}

}  // namespace

void solve(const Graph& graph, RowSink& rows, Run& run, const Options& options) {
  const KernelSet& kernels = choose_kernels(options.isa);
  run.fact("instruction_set", std::string(kernels.name));
  run.fact("threads", std::int64_t{omp_get_max_threads()});
  run.fact("tile", static_cast<std::int64_t>(kTile));
  solve_exactly(graph, run, kWidths, options.arithmetic, [&](Width width) {
    switch (width) {
      case Width::kU8:
        return attempt<std::uint8_t>(graph, rows, run, kernels);
      case Width::kU16:
        return attempt<std::uint16_t>(graph, rows, run, kernels);
      case Width::kS32:
        break;
    }
    return attempt<std::int32_t>(graph, rows, run, kernels);
  });
}

}  // namespace apsp::cpu
