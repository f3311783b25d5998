// SPDX-License-Identifier: MIT
#include "common/core/fit_sink.hpp"

#include <omp.h>

#include <memory>

#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/core/dense_weights.hpp"
#include "common/core/misfit.hpp"

namespace apsp {

void FitSink::put(std::size_t first_row, std::span<const Distance> rows) {
  const std::size_t vertices = problem_.graph.vertices;
  for (std::size_t at = 0; at < rows.size(); at += vertices) {
    const std::size_t source = problem_.rows.source(first_row + at / vertices);
    {
      const std::lock_guard lock(mutex_);
      if (first_ && first_->row <= source) continue;
    }
    const std::optional<Misfit> found = misfit_of(source, rows.subspan(at, vertices));
    const std::lock_guard lock(mutex_);
    if (found && (!first_ || found->row < first_->row)) first_ = found;
  }
}

std::optional<FitSink::Misfit> FitSink::misfit_of(std::size_t source,
                                                  std::span<const Distance> row) {
  bool clipped = false;
  for (std::size_t c = 0; c < problem_.columns.size(); ++c) {
    const std::size_t target = problem_.columns.source(c);
    clipped |= row[target] >= infinity_;
    if (row[target] == kUnreachable) continue;  // a batch that was widened holds longer ones
    const std::int64_t length = restored(source, target, row[target]);
    if (length <= most_ && !fits_format(length)) return Misfit{source, target, row[target], true};
  }
  return clipped && doubts_infinity_ ? too_long(source, row) : std::nullopt;
}

/// Searches for paths where the row has infinity.
std::optional<FitSink::Misfit> FitSink::too_long(std::size_t source,
                                                 std::span<const Distance> row) {
  std::call_once(arcs_made_, [&] { make_arcs(); });
  const auto search =
      searches_.borrow([&] { return std::make_unique<Dijkstra>(problem_.graph.vertices); });
  const auto lengths = potentials_ == nullptr ? search->row(arcs_, source)
                                              : search->row(arcs_, source, potentials_->values());
  for (std::size_t c = 0; c < problem_.columns.size(); ++c) {
    const std::size_t target = problem_.columns.source(c);
    const Dijkstra::Length length = lengths[target];
    if (row[target] < infinity_ || length == Dijkstra::kNoPath) continue;
    if (restored(source, target, length) <= most_) return Misfit{source, target, length, false};
  }
  return std::nullopt;
}

/// The user's length, which was maybe reduced.
std::int64_t FitSink::restored(std::size_t source, std::size_t target, std::int64_t length) const {
  return potentials_ == nullptr ? length : potentials_->restored(length, source, target);
}

void FitSink::make_arcs() {
  const Graph graph = listed(problem_.graph);
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  require_memory(compression_bytes(graph.vertices, graph.edges.size()) +
                     threads * Dijkstra::bytes_for(graph.vertices),
                 "searches for lengths that do not fit, of " + counted(graph.vertices, "vertex"));
  arcs_ = compress(graph.vertices, graph.edges);
}

}  // namespace apsp
