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
#include "hw3-1/pages.hpp"
#include "hw3-1/tile_matrix.hpp"
#include "hw3-1/vertex_order.hpp"

namespace apsp::cpu {
namespace {

/// Rows that a thread widens and hands over at once.
constexpr std::size_t kRowsAtOnce = 8;

template <typename Element>
void put_rows(const TileMatrix<Element>& matrix, RowSink& rows) {
  const std::size_t vertices = matrix.vertices();
  // One buffer for each thread, made here: neither bad_alloc nor a failing sink may throw out of
  // the parallel region.
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  std::vector<Distance> buffers(threads * kRowsAtOnce * vertices);
  std::exception_ptr failure;
#pragma omp parallel for schedule(monotonic : dynamic)
  for (std::size_t first = 0; first < vertices; first += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, vertices - first);
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const std::span buffer =
        std::span(buffers).subspan(thread * kRowsAtOnce * vertices, count * vertices);
    try {
      matrix.widen(first, count, buffer.data());
      rows.put(first, buffer);
    } catch (...) {
#pragma omp critical
      if (!failure) failure = std::current_exception();
      rows.abandon(failure);
    }
  }
  if (failure) std::rethrow_exception(failure);
}

/// Throws Error(kMemory) unless the matrix, the work memory and the rows on their way out fit.
template <typename Element>
void require_fit(const Graph& graph, const KernelSet& kernels) {
  const std::size_t rows_at_once = static_cast<std::size_t>(omp_get_max_threads()) * kRowsAtOnce;
  require_memory(
      TileMatrix<Element>::bytes_for(graph.vertices) +
          workspace_bytes<Element>(graph.vertices, kernels) +
          rows_at_once * graph.vertices * sizeof(Distance),
      fmt::format("{} vertices in {}-bit arithmetic", graph.vertices, 8 * sizeof(Element)));
}

/// Calls `function` with a zero of the width's element type.
template <typename Function>
auto with_element(Width width, Function function) {
  switch (width) {
    case Width::kU8:
      return function(std::uint8_t{});
    case Width::kU16:
      return function(std::uint16_t{});
    case Width::kS32:
      break;
  }
  return function(std::int32_t{});
}

/// One try in one width, as Attempt says.
template <typename Element>
std::optional<Clipped> attempt(const Graph& graph, const VertexOrder& order, RowSink& rows,
                               Run& run, const KernelSet& kernels) {
  require_fit<Element>(graph, kernels);
  run.enter_phase("scatter");
  TileMatrix<Element> matrix(graph.vertices, order);
  matrix.scatter(graph);
  Pages<std::byte> workspace = make_workspace<Element>(graph.vertices, kernels);

  rows.prepare();
  run.enter_phase("compute");
  close_matrix(matrix, workspace, kernels, run);

  run.enter_phase("prove");
  const std::optional<Clipped> clipped = doubt(extent(matrix), graph, kInfinity<Element>, run,
                                               [&] { return find_clipped(matrix, graph); });
  if (clipped) return clipped;

  run.enter_phase(rows.wants_rows() ? "write" : "summary");
  put_rows(matrix, rows);
  return std::nullopt;
}

}  // namespace

void admit(const Graph& graph, const Options& options) {
  const KernelSet& kernels = choose_kernels(options.isa);
  with_element(options.arithmetic.value_or(kWidths.front()),
               [&](auto zero) { require_fit<decltype(zero)>(graph, kernels); });
}

void solve(const Graph& graph, RowSink& rows, Run& run, const Options& options) {
  const KernelSet& kernels = choose_kernels(options.isa);
  run.fact("instruction_set", std::string(kernels.name));
  run.fact("threads", std::int64_t{omp_get_max_threads()});
  run.fact("tile", static_cast<std::int64_t>(kTile));
  VertexOrder order;
  if (may_need_order(graph)) {
    run.enter_phase("order");
    order = choose_order(graph);
  }
  run.fact("vertex_order", std::string(order.as_numbered() ? "as numbered" : "Cuthill-McKee"));
  solve_exactly(graph, run, kWidths, options.arithmetic, [&](Width width) {
    return with_element(width, [&](auto zero) {
      return attempt<decltype(zero)>(graph, order, rows, run, kernels);
    });
  });
}

}  // namespace apsp::cpu
