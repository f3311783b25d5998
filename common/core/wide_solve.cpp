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
#include "common/core/reduced_predecessors.hpp"

namespace apsp {
namespace {

/// The searches of one thread.
class RowSearch {
 public:
  RowSearch(const CompressedRows<Arc>& arcs, const Problem& problem, const Potentials& potentials)
      : arcs_(arcs),
        problem_(problem),
        potentials_(potentials),
        dijkstra_(arcs.vertices()),
        row_(arcs.vertices()),
        predecessors_(arcs, potentials, problem.limit) {}

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return Dijkstra::bytes_for(vertices) + vertices * sizeof(Distance) +
           ReducedPredecessors::bytes_for(vertices);
  }

  /// Searches from the vertex i. Throws Error(kNoAnswer) for the first of the columns at a length
  /// that is wanted and that the format does not hold.
  void run(std::size_t i) {
    source_ = i;
    reduced_ = dijkstra_.row(arcs_, i, potentials_.values());
    for (std::size_t c = 0; c < problem_.columns.size(); ++c) {
      const std::size_t j = problem_.columns.source(c);
      if (reduced_[j] == Dijkstra::kNoPath || fits_format(length_to(j))) continue;
      if (problem_.limited() && length_to(j) > problem_.limit) continue;
      throw Error(Fault::kNoAnswer, describe_misfit(i, j, length_to(j)));
    }
  }

  /// The row that was searched, kUnreachable where there is no path, or none that fits.
  [[nodiscard]] std::span<const Distance> row() {
    for (std::size_t j = 0; j < row_.size(); ++j) {
      const bool fits = reduced_[j] != Dijkstra::kNoPath && fits_format(length_to(j));
      row_[j] = fits ? static_cast<Distance>(length_to(j)) : kUnreachable;
    }
    return row_;
  }

  [[nodiscard]] std::span<const std::int32_t> predecessors() {
    return predecessors_.row(source_, reduced_, Dijkstra::kNoPath);
  }

 private:
  [[nodiscard]] std::int64_t length_to(std::size_t j) const {
    return potentials_.restored(reduced_[j], source_, j);
  }

  const CompressedRows<Arc>& arcs_;
  const Problem& problem_;
  const Potentials& potentials_;
  Dijkstra dijkstra_;
  std::size_t source_ = 0;
  std::span<const Dijkstra::Length> reduced_;  // of the last search
  std::vector<Distance> row_;
  ReducedPredecessors predecessors_;
};

}  // namespace

void solve_wide(const Problem& problem, const Potentials& potentials, bool fits,
                const Outputs& outputs, Observer& observer) {
  const Graph& graph = problem.graph;
  const std::size_t vertices = graph.vertices;
  const std::size_t count = problem.rows.size();
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  require_memory(
      compression_bytes(vertices, graph.edges.size()) + threads * RowSearch::bytes_for(vertices),
      counted(vertices, "vertex") + " in 64-bit arithmetic");
  const CompressedRows<Arc> arcs = compress(vertices, graph.edges);
  const auto total = static_cast<std::int64_t>(fits ? count : 2 * count);
  std::int64_t done = 0;
  std::mutex reporting;
  const auto for_each_row = [&](const auto& use) {
    parallel_for_with<Handout::kMonotonic>(
        count, [&] { return RowSearch(arcs, problem, potentials); },
        [&](RowSearch& search, std::size_t r) {
          search.run(problem.rows.source(r));
          use(r, search);
          const std::lock_guard lock(reporting);
          advance_or_stop(observer, ++done, total);
        });
  };
  observer.enter_phase(Phase::kCompute);
  if (!fits) for_each_row([](std::size_t, RowSearch&) {});
  for_each_row([&](std::size_t r, RowSearch& search) {
    try {
      if (outputs.predecessors != nullptr) {
        outputs.predecessors->put_predecessors(r, search.predecessors());
      }
      outputs.rows.put(r, search.row());
    } catch (...) {
      outputs.rows.abandon(std::current_exception());
      throw;
    }
  });
}

}  // namespace apsp
