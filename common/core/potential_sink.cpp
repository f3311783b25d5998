// SPDX-License-Identifier: MIT
#include "common/core/potential_sink.hpp"

#include <omp.h>

#include <memory>

#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/core/misfit.hpp"

namespace apsp {

PotentialSink::PotentialSink(const Outputs& next, const Problem& problem,
                             const Potentials& potentials, Distance longest)
    : next_(next),
      problem_(problem),
      potentials_(potentials),
      low_(potentials.values().size()),
      room_(kUnreachable - 1 + potentials.least()),
      proven_(longest < kUnreachable && potentials.least() > -kUnreachable) {
  for (std::size_t v = 0; v < low_.size(); ++v) low_[v] = static_cast<Distance>(potentials[v]);
}

void PotentialSink::leave_holes() {
  // Predecessors are not found from rows by potentials that the format does not hold.
  holes_ = !problem_.whole_rows() || potentials_.least() <= -kUnreachable;
  if (!holes_ || next_.predecessors == nullptr) return;
  const std::size_t vertices = problem_.graph.vertices;
  const std::size_t edges = problem_.graph.edges.size();
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  require_memory(
      compression_bytes(vertices, edges) + threads * ReducedPredecessors::bytes_for(vertices),
      "the predecessors of " + counted(vertices, "vertex"));
  arcs_ = compress(vertices, problem_.graph.edges);
}

void PotentialSink::put(std::size_t first_row, std::span<const Distance> rows) {
  const std::size_t vertices = low_.size();
  const auto buffer = buffers_.borrow();
  buffer->resize(rows.size());
  for (std::size_t at = 0; at < rows.size(); at += vertices) {
    const std::size_t row = first_row + at / vertices;
    const std::size_t source = problem_.rows.source(row);
    const std::span<const Distance> reduced = rows.subspan(at, vertices);
    if (holes_) {
      restore_with_holes(source, reduced, buffer->data() + at);
      if (next_.predecessors != nullptr) put_predecessors(row, reduced);
    } else {
      restore(source, reduced, buffer->data() + at);
    }
  }
  next_.rows.put(first_row, *buffer);
}

void PotentialSink::restore(std::size_t source, std::span<const Distance> reduced,
                            Distance* restored) const {
  const auto from = static_cast<std::uint32_t>(low_[source]);
  const Distance* const to = low_.data();
  for (std::size_t j = 0; j < reduced.size(); ++j) {
    const std::uint32_t length =
        static_cast<std::uint32_t>(reduced[j]) - from + static_cast<std::uint32_t>(to[j]);
    restored[j] = reduced[j] == kUnreachable ? kUnreachable : static_cast<Distance>(length);
  }
}

void PotentialSink::restore_with_holes(std::size_t source, std::span<const Distance> reduced,
                                       Distance* restored) const {
  for (std::size_t j = 0; j < reduced.size(); ++j) {
    const std::int64_t length = potentials_.restored(reduced[j], source, j);
    const bool fits = reduced[j] != kUnreachable && fits_format(length) && length <= problem_.limit;
    restored[j] = fits ? static_cast<Distance>(length) : kUnreachable;
  }
}

void PotentialSink::put_predecessors(std::size_t row, std::span<const Distance> reduced) {
  const auto search = searches_.borrow(
      [&] { return std::make_unique<ReducedPredecessors>(arcs_, potentials_, problem_.limit); });
  next_.predecessors->put_predecessors(
      row, search->row(problem_.rows.source(row), reduced, kUnreachable));
}

}  // namespace apsp
