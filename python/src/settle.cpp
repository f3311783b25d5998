// SPDX-License-Identifier: MIT
#include "python/src/settle.hpp"

#include <nanobind/ndarray.h>

#include <algorithm>
#include <cmath>

namespace apsp::python {
namespace {

constexpr std::int32_t kNone = -1;

template <typename T, std::size_t kDimensions>
using Array = nb::ndarray<T, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;
using IntVector = Array<const std::int32_t, 1>;
using IntVectorOut = Array<std::int32_t, 1>;
using IntMatrixOut = Array<std::int32_t, 2>;
using DoubleVector = Array<const double, 1>;
using DoubleMatrix = Array<const double, 2>;

}  // namespace

void Arcs::check() const {
  const auto vertices = static_cast<std::int32_t>(begins.size()) - 1;
  if (vertices < 0 || heads.size() != weights.size() || begins.front() != 0 ||
      static_cast<std::size_t>(begins.back()) != heads.size() ||
      !std::is_sorted(begins.begin(), begins.end())) {
    throw nb::value_error("the arrays of the arcs do not fit each other");
  }
  const auto outside = [=](std::int32_t head) { return head < 0 || head >= vertices; };
  if (std::any_of(heads.begin(), heads.end(), outside)) {
    throw nb::value_error("an arc leads to a vertex that there is not");
  }
}

Settling::Settling(const Arcs& arcs)
    : arcs_(arcs), first_(arcs.begins.size() - 1), filled_(arcs.begins.size() - 1) {}

void Settling::share_out(std::span<const double> distances) {
  reached_.clear();
  for (std::size_t v = 0; v < distances.size(); ++v) {
    if (std::isfinite(distances[v]))
      reached_.push_back({distances[v], static_cast<std::int32_t>(v)});
  }
  std::sort(reached_.begin(), reached_.end(),
            [](const Reached& a, const Reached& b) { return a.distance < b.distance; });
  std::int32_t first = 0;
  for (std::size_t n = 0; n < reached_.size(); ++n) {
    if (reached_[n].distance != reached_[static_cast<std::size_t>(first)].distance) {
      first = static_cast<std::int32_t>(n);
    }
    first_[static_cast<std::size_t>(reached_[n].vertex)] = first;
    filled_[n] = 0;
  }
}

std::int32_t Settling::replay(std::span<const double> distances, std::int32_t source,
                              std::span<std::int32_t> order, std::span<std::int32_t> parents) {
  share_out(distances);
  std::fill(order.begin(), order.end(), kNone);
  std::fill(parents.begin(), parents.end(), kNone);
  const auto find = [&](std::int32_t vertex, std::int32_t parent) {
    const auto first = static_cast<std::size_t>(first_[static_cast<std::size_t>(vertex)]);
    order[first + static_cast<std::size_t>(filled_[first]++)] = vertex;
    parents[static_cast<std::size_t>(vertex)] = parent;
  };
  if (std::isfinite(distances[static_cast<std::size_t>(source)])) find(source, source);
  for (std::size_t n = 0; n < reached_.size(); ++n) {
    if (order[n] == kNone) return kNone;
    const auto tail = static_cast<std::size_t>(order[n]);
    const auto end = static_cast<std::size_t>(arcs_.begins[tail + 1]);
    for (auto arc = static_cast<std::size_t>(arcs_.begins[tail]); arc < end; ++arc) {
      const auto head = static_cast<std::size_t>(arcs_.heads[arc]);
      // Find each vertex by the first arc that is the last of a shortest path.
      if (parents[head] == kNone && distances[tail] + arcs_.weights[arc] == distances[head]) {
        find(arcs_.heads[arc], order[n]);
      }
    }
  }
  return static_cast<std::int32_t>(reached_.size());
}

namespace {

/// Replays one search for each row of distances: see Settling. Releases the GIL.
void settle(const IntVector& begins, const IntVector& heads, const DoubleVector& weights,
            const IntVector& sources, const DoubleMatrix& distances, const IntMatrixOut& order,
            const IntMatrixOut& parents, const IntVectorOut& counts) {
  const Arcs arcs{{begins.data(), begins.size()},
                  {heads.data(), heads.size()},
                  {weights.data(), weights.size()}};
  arcs.check();
  const std::size_t vertices = begins.size() - 1;
  const std::size_t rows = sources.size();
  const auto fits = [=](const auto& matrix) {
    return matrix.shape(0) == rows && matrix.shape(1) == vertices;
  };
  if (!fits(distances) || !fits(order) || !fits(parents) || counts.size() != rows) {
    throw nb::value_error("the arrays of the rows do not fit each other");
  }
  for (std::size_t row = 0; row < rows; ++row) {
    if (sources.data()[row] < 0 || static_cast<std::size_t>(sources.data()[row]) >= vertices) {
      throw nb::value_error("a source is no vertex");
    }
  }
  const nb::gil_scoped_release released;
  Settling settling(arcs);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t at = row * vertices;
    counts.data()[row] =
        settling.replay({distances.data() + at, vertices}, sources.data()[row],
                        {order.data() + at, vertices}, {parents.data() + at, vertices});
  }
}

}  // namespace

void define_settle(nb::module_& module) {
  using namespace nb::literals;
  module.def("settle", &settle, "begins"_a.noconvert(), "heads"_a.noconvert(),
             "weights"_a.noconvert(), "sources"_a.noconvert(), "distances"_a.noconvert(),
             "order"_a.noconvert(), "parents"_a.noconvert(), "counts"_a.noconvert());
}

}  // namespace apsp::python
