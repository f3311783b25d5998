// SPDX-License-Identifier: MIT
#include "tools/path/predecessor_file.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <exception>
#include <vector>

#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/plural.hpp"
#include "common/core/potentials.hpp"
#include "common/rows/predecessors.hpp"

namespace apsp::path {
namespace {

/// Rows that are searched together.
constexpr std::size_t kRows = 64;

/// One thread's part.
class Worker {
 public:
  Worker(const Distances& distances, const PredecessorGraph& graph, const Potentials& potentials)
      : distances_(distances), potentials_(potentials), search_(graph) {}

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return PredecessorSearch::bytes_for(vertices) + kRows * vertices * sizeof(std::int32_t);
  }

  /// Returns the predecessors of rows [first, first + count). Valid until the next call.
  std::span<const std::int32_t> predecessors(std::size_t first, std::size_t count) {
    const RowSet& rows = distances_.rows();
    sources_.clear();
    for (std::size_t r = first; r < first + count; ++r) {
      require_lengths(r);
      sources_.push_back(rows.source(r));
    }
    predecessors_.resize(count * rows.vertices());
    search_.run(sources_, distances_.rows(first, count), predecessors_);
    for (std::size_t n = 0; n < count; ++n) require_paths(first + n, n);
    return predecessors_;
  }

 private:
  /// Throws for a row with a number that the search cannot add to.
  void require_lengths(std::size_t r) const {
    const std::span<const Distance> row = distances_.row(r);
    const std::size_t source = distances_.rows().source(r);
    if (row[source] != 0) {
      distances_.refuse_line(
          r, fmt::format("the distance from {0} to {0} is {1}, expected 0", source, row[source]));
    }
    for (std::size_t v = 0; v < row.size(); ++v) {
      if (row[v] >= potentials_[v] && row[v] <= kUnreachable) continue;
      distances_.refuse_line(r, fmt::format("the distance to {} is {}, expected {} to {}", v,
                                            row[v], potentials_[v], kUnreachable));
    }
  }

  /// Throws for row r, the n-th of those that were searched, if a length has no path.
  void require_paths(std::size_t r, std::size_t n) const {
    const std::span<const Distance> row = distances_.row(r);
    const auto found = std::span(predecessors_).subspan(n * row.size(), row.size());
    const std::size_t source = distances_.rows().source(r);
    for (std::size_t v = 0; v < row.size(); ++v) {
      if (v == source || (found[v] == kNoPredecessor) == (row[v] == kUnreachable)) continue;
      distances_.refuse_line(
          r, fmt::format("the distance to {} is {}, but no path from {} is so long", v, row[v],
                         source));
    }
  }

  const Distances& distances_;
  const Potentials& potentials_;
  PredecessorSearch search_;
  std::vector<std::size_t> sources_;
  std::vector<std::int32_t> predecessors_;
};

}  // namespace

void write_predecessors(const Graph& graph, const Distances& distances, const std::string& path) {
  const std::size_t rows = distances.rows().size();
  const std::size_t blocks = (rows + kRows - 1) / kRows;
  const auto threads =
      std::min<std::uint64_t>(blocks, static_cast<std::uint64_t>(omp_get_max_threads()));
  DistanceWriter writer(path, rows, graph.vertices);
  require_memory(PredecessorGraph::bytes_for(graph) + threads * Worker::bytes_for(graph.vertices),
                 "the predecessors of " + counted(threads * kRows, "row"));
  const Potentials potentials(graph);
  const PredecessorGraph arcs(graph);
  writer.prepare();
  parallel_for_with<Handout::kMonotonic>(
      blocks, [&] { return Worker(distances, arcs, potentials); },
      [&](Worker& worker, std::size_t block) {
        try {
          const std::size_t first = block * kRows;
          writer.put(first, worker.predecessors(first, std::min(kRows, rows - first)));
        } catch (...) {
          writer.abandon(std::current_exception());
          throw;
        }
      });
  writer.commit();
}

}  // namespace apsp::path
