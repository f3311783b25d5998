// SPDX-License-Identifier: MIT
#include "hw3-1/backend.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
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
void require_fit(std::size_t vertices, const KernelSet& kernels) {
  const std::size_t rows_at_once = static_cast<std::size_t>(omp_get_max_threads()) * kRowsAtOnce;
  require_memory(
      TileMatrix<Element>::bytes_for(vertices) + workspace_bytes<Element>(vertices, kernels) +
          rows_at_once * vertices * sizeof(Distance),
      fmt::format("{} in {}-bit arithmetic", counted(vertices, "vertex"), 8 * sizeof(Element)));
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

/// One attempt on a matrix of tiles.
template <typename Element>
class TileSolve final : public Solve {
 public:
  TileSolve(VertexOrder order, const KernelSet& kernels)
      : order_(std::move(order)), kernels_(kernels) {}

  void scatter(const Graph& graph, Observer& observer) override {
    observer.enter_phase(Phase::kScatter);
    matrix_.emplace(graph.vertices, order_);
    matrix_->scatter(graph);
    workspace_.emplace(make_workspace<Element>(graph.vertices, kernels_));
  }

  void close(Observer& observer) override {
    close_matrix(*matrix_, *workspace_, kernels_, observer);
  }

  Extent extent() override { return cpu::extent(*matrix_); }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    return cpu::first_clipped(*matrix_, graph);
  }

  void put(const Outputs& outputs, Observer& observer) override {
    observer.enter_phase(outputs.numbers == nullptr ? Phase::kWrite : Phase::kSummary);
    put_rows(*matrix_, outputs.rows);
  }

 private:
  const VertexOrder order_;
  const KernelSet& kernels_;
  std::optional<TileMatrix<Element>> matrix_;
  std::optional<Pages<std::byte>> workspace_;
};

/// Relaxations per second of one thread x bytes of an element, as README's table has them. Only the
/// choice of a width depends on it.
double bytes_per_second(std::string_view isa) {
  if (isa == "avx512") return 430e9;
  if (isa == "avx2") return 220e9;
  return 100e9;  // sse41; portable code is seldom far from it
}

}  // namespace

void Backend::require_fit(std::size_t vertices, Width width) {
  with_element(width, [&](auto zero) { cpu::require_fit<decltype(zero)>(vertices, kernels_); });
}

Pace Backend::pace(const Graph& graph) const {
  const auto vertices = static_cast<double>(graph.vertices);
  const auto edges = static_cast<double>(graph.edges.size());
  const double threads = omp_get_max_threads();
  double relaxations = vertices * vertices * vertices;
  if (may_need_order(graph)) {
    // Another order may leave out still more, but takes longer to find than this number is worth.
    relaxations = static_cast<double>(tile_products(graph, {})) * kTile * kTile * kTile;
  }
  // Of one thread: to fill and to look through the matrix, to scatter, to look at the edges for
  // each band of 512 rows.
  const double besides = 3e-9 * vertices * vertices + 5e-9 * edges + 12e-9 * edges * vertices / 512;
  return {relaxations, bytes_per_second(kernels_.name) * threads, besides / threads};
}

std::unique_ptr<Solve> Backend::start(const Graph& graph, Width width, Observer& observer) {
  observer.fact("instruction_set", std::string(kernels_.name));
  observer.fact("threads", std::int64_t{omp_get_max_threads()});
  observer.fact("tile", static_cast<std::int64_t>(kTile));
  require_fit(graph.vertices, width);
  VertexOrder order;
  if (may_need_order(graph)) {
    observer.enter_phase(Phase::kOrder);
    order = choose_order(graph);
  }
  observer.fact("vertex_order", std::string(order.as_numbered() ? "as numbered" : "Cuthill-McKee"));
  return with_element(width, [&](auto zero) -> std::unique_ptr<Solve> {
    return std::make_unique<TileSolve<decltype(zero)>>(std::move(order), kernels_);
  });
}

}  // namespace apsp::cpu
