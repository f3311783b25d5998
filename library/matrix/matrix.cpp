// SPDX-License-Identifier: MIT
#include "apsp/matrix.hpp"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <utility>

#include "common/base/error.hpp"
#include "library/call.hpp"
#include "library/matrix/state.hpp"
#include "library/memory_sink.hpp"
#include "library/summary.hpp"

namespace apsp {
namespace {

void require_square(std::size_t elements, std::size_t vertices) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
  if (vertices > kMost) {
    throw Error(Fault::kInput,
                fmt::format("the number of vertices is {}, expected 0 to {}", vertices, kMost));
  }
  if (elements == vertices * vertices) return;
  throw Error(Fault::kUsage, fmt::format("the matrix has {} elements, expected {} x {}", elements,
                                         vertices, vertices));
}

/// Throws Error(kUsage) unless the weights are integers times one power of two.
void require_exact(const WeightMatrix& graph) {
  if (graph.exponent()) return;
  throw Error(Fault::kUsage,
              fmt::format("the weights are not all integers below {}, or such integers times one "
                          "power of two",
                          kUnreachable));
}

/// Returns the weights, of which distances are integers. Throws Error(kUsage).
const DenseWeights& integers_of(const WeightMatrix& graph) {
  require_exact(graph);
  if (graph.exponent() == 0) return graph.state().weights;
  throw Error(Fault::kUsage, fmt::format("the weights are multiples of 2^{}, expected integers",
                                         *graph.exponent()));
}

}  // namespace

template <typename T>
WeightMatrix::WeightMatrix(std::span<const T> weights, std::size_t vertices,
                           const MatrixReading& reading) {
  with_memory_errors([&] {
    require_square(weights.size(), vertices);
    state_ = std::make_unique<State>(
        read_matrix(weights, vertices, reading, *runnable_number_loops().front()));
  });
}

template WeightMatrix::WeightMatrix(std::span<const double>, std::size_t, const MatrixReading&);
template WeightMatrix::WeightMatrix(std::span<const float>, std::size_t, const MatrixReading&);
template WeightMatrix::WeightMatrix(std::span<const std::int64_t>, std::size_t,
                                    const MatrixReading&);
template WeightMatrix::WeightMatrix(std::span<const std::int32_t>, std::size_t,
                                    const MatrixReading&);
template WeightMatrix::WeightMatrix(std::span<const std::uint16_t>, std::size_t,
                                    const MatrixReading&);
template WeightMatrix::WeightMatrix(std::span<const std::uint8_t>, std::size_t,
                                    const MatrixReading&);

WeightMatrix::~WeightMatrix() = default;
WeightMatrix::WeightMatrix(WeightMatrix&&) noexcept = default;
WeightMatrix& WeightMatrix::operator=(WeightMatrix&&) noexcept = default;

std::size_t WeightMatrix::vertices() const noexcept {
  return state_->weights.vertices();
}

std::size_t WeightMatrix::edge_count() const noexcept {
  return state_->weights.edge_count();
}

bool WeightMatrix::has_negative() const noexcept {
  return state_->weights.range().least < 0;
}

std::optional<int> WeightMatrix::exponent() const noexcept {
  return state_->exponent;
}

std::span<const Edge> WeightMatrix::edges() const {
  require_exact(*this);
  return with_memory_errors([&] { return state_->weights.edges(); });
}

std::vector<RealEdge> WeightMatrix::real_edges() const {
  return with_memory_errors(
      [&] { return state_->weights.real_edges(std::ldexp(1.0, exponent().value_or(0))); });
}

Distances solve(const WeightMatrix& graph, const Settings& settings) {
  return with_memory_errors([&] { return Call(integers_of(graph), settings).distances(); });
}

void solve(const WeightMatrix& graph, const Settings& settings, RowSink& sink) {
  with_memory_errors([&] { Call(integers_of(graph), settings).run(&sink); });
}

void solve_into(const WeightMatrix& graph, const Settings& settings, std::span<Distance> rows) {
  with_memory_errors([&] {
    Call call(integers_of(graph), settings);
    call.require_size(rows.size(), "rows");
    MemorySink sink(rows, call.columns());
    call.run(&sink);
  });
}

Summary summary(const WeightMatrix& graph, const Settings& settings) {
  require_exact(graph);
  return with_memory_errors([&] { return summarized(graph.state().weights, settings); });
}

Forecast plan(const WeightMatrix& graph, const Settings& settings) {
  require_exact(graph);
  return with_memory_errors([&] { return Call(graph.state().weights, settings).forecast(); });
}

}  // namespace apsp
