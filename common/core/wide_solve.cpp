// SPDX-License-Identifier: MIT
#include "common/core/wide_solve.hpp"

#include <omp.h>

#include <cstdint>
#include <exception>
#include <mutex>
#include <span>
#include <vector>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/plural.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/core/dijkstra.hpp"
#include "common/core/misfit.hpp"

namespace apsp {
namespace {

/// The memory that one thread needs for a row.
struct RowSearch {
  explicit RowSearch(std::size_t vertices) : dijkstra(vertices), row(vertices) {}

  /// Computes the row of the vertex i. Throws Error(kNoAnswer) for a length that the format does
  /// not hold.
  void run(const CompressedRows<Arc>& arcs, const Potentials& potentials, std::size_t i) {
    const auto reduced = dijkstra.row(arcs, i, potentials.values());
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (reduced[j] == Dijkstra::kNoPath) {
        row[j] = kUnreachable;
        continue;
      }
      const std::int64_t length = reduced[j] - potentials[i] + potentials[j];
      if (length >= kUnreachable || length <= -kUnreachable)
        throw Error(Fault::kNoAnswer, describe_misfit(i, j, length));
      row[j] = static_cast<Distance>(length);
    }
  }

  Dijkstra dijkstra;
  std::vector<Distance> row;
};

}  // namespace

void solve_wide(const Problem& problem, const Potentials& potentials, bool fits, RowSink& rows,
                Observer& observer) {
  const Graph& graph = problem.graph;
  const std::size_t vertices = graph.vertices;
  const std::size_t count = problem.rows.size();
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  require_memory(compression_bytes(vertices, graph.edges.size()) +
                     threads * (Dijkstra::bytes_for(vertices) + vertices * sizeof(Distance)),
                 counted(vertices, "vertex") + " in 64-bit arithmetic");
  const CompressedRows<Arc> arcs = compress(vertices, graph.edges);
  const auto total = static_cast<std::int64_t>(fits ? count : 2 * count);
  std::int64_t done = 0;
  std::mutex reporting;
  const auto for_each_row = [&](const auto& use) {
    parallel_for_with<Handout::kMonotonic>(
        count, [&] { return RowSearch(vertices); },
        [&](RowSearch& search, std::size_t r) {
          search.run(arcs, potentials, problem.rows.source(r));
          use(r, search.row);
          const std::lock_guard lock(reporting);
          advance_or_stop(observer, ++done, total);
        });
  };
  observer.enter_phase(Phase::kCompute);
  if (!fits) for_each_row([](std::size_t, std::span<const Distance>) {});
  for_each_row([&](std::size_t r, std::span<const Distance> row) {
    try {
      rows.put(r, row);
    } catch (...) {
      rows.abandon(std::current_exception());
      throw;
    }
  });
}

}  // namespace apsp
