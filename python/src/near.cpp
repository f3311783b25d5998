// SPDX-License-Identifier: MIT
#include "python/src/near.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "apsp/error.hpp"
#include "apsp/near.hpp"
#include "apsp/real.hpp"
#include "python/src/array_graph.hpp"
#include "python/src/fork.hpp"
#include "python/src/solve.hpp"

namespace apsp::python {
namespace {

using namespace nanobind::literals;

using Limits = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Keeps all rows, distances in units of 2^exponent.
template <typename Length>
class Collected final : public BasicNearSink<Length> {
 public:
  explicit Collected(int exponent) : exponent_(exponent) {}

  void put(const BasicNearRows<Length>& rows) override {
    const std::int64_t before = offsets_.back();
    for (const std::int64_t offset : rows.offsets.subspan(1)) offsets_.push_back(before + offset);
    destinations_.insert(destinations_.end(), rows.destinations.begin(), rows.destinations.end());
    for (const Length distance : rows.distances) {
      distances_.push_back(std::ldexp(distance, exponent_));
    }
    path_vertices_.insert(path_vertices_.end(), rows.path_vertices.begin(),
                          rows.path_vertices.end());
  }

  /// Offsets, destinations, distances and path vertices, as arrays that own them.
  [[nodiscard]] nb::tuple arrays() && {
    return nb::make_tuple(array_of(std::move(offsets_)), array_of(std::move(destinations_)),
                          array_of(std::move(distances_)), array_of(std::move(path_vertices_)));
  }

 private:
  template <typename T>
  static nb::object array_of(std::vector<T> values) {
    auto* const owned = new std::vector<T>(std::move(values));
    const nb::capsule owner(owned,
                            [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(owned->data(), {owned->size()}, owner));
  }

  int exponent_;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> destinations_;
  std::vector<double> distances_;
  std::vector<std::int32_t> path_vertices_;
};

/// The rows of an exact graph; nothing where a distance that is wanted is beyond integers.
std::optional<Collected<Distance>> near_integers(const ArrayGraph& graph, NearSettings settings) {
  const auto in_units = [&](double limit) {  // one that is refused stays as the caller wrote it
    return limit >= 0 ? std::ldexp(limit, -graph.exponent()) : limit;
  };
  std::vector<double> scaled;
  for (const double limit : settings.limits) scaled.push_back(in_units(limit));
  settings.limits = scaled;
  settings.limit = in_units(settings.limit);
  Collected<Distance> sink(graph.exponent());
  try {
    solve_near(graph.view(), settings, sink);
  } catch (const Error& error) {
    if (error.fault() != Fault::kNoAnswer) throw;
    return {};
  }
  return sink;
}

Collected<double> near_reals(const ArrayGraph& graph, const NearSettings& settings) {
  RealEdgeList copy;
  const bool copied = graph.exact() || graph.matrix() != nullptr;
  if (copied) copy = graph.scaled_edges();
  Collected<double> sink(0);
  solve_near(copied ? RealGraphView(copy) : graph.real_view(), settings, sink);
  return sink;
}

nb::tuple near(const ArrayGraph& graph, std::optional<std::vector<std::int32_t>> sources,
               std::optional<std::vector<std::int32_t>> targets, double limit,
               const std::optional<Limits>& limits, std::optional<std::int64_t> nearest,
               int path_vertex, int threads, const nb::object& progress) {
  PythonObserver observer(progress);
  NearSettings settings = {.threads = possible_threads(threads),
                           .sources = std::move(sources),
                           .targets = std::move(targets),
                           .limit = limit,
                           .nearest = nearest,
                           .path_vertex = static_cast<PathVertex>(path_vertex),
                           .undirected = !graph.directed(),
                           .observer = &observer};
  if (limits) settings.limits = {limits->data(), limits->size()};
  std::optional<Collected<Distance>> integers;
  std::optional<Collected<double>> reals;
  {
    const nb::gil_scoped_release released;
    // A negative weight is refused, by the number that the caller wrote.
    if (graph.exact() && !graph.has_negative()) integers = near_integers(graph, settings);
    if (!integers) reals = near_reals(graph, settings);
  }
  observer.finish();
  return integers ? std::move(*integers).arrays() : std::move(*reals).arrays();
}

}  // namespace

void def_near(nb::module_& module) {
  module.def(
      "near", &near, "graph"_a, nb::kw_only(), "sources"_a = nb::none(), "targets"_a = nb::none(),
      "limit"_a = std::numeric_limits<double>::infinity(),
      "limits"_a.noconvert().none() = nb::none(), "nearest"_a = nb::none(), "path_vertex"_a = 0,
      "threads"_a = 0, "progress"_a = nb::none(),
      nb::sig("def near(graph: Graph, *, sources: collections.abc.Sequence[int] | None = None, "
              "targets: collections.abc.Sequence[int] | None = None, limit: float = inf, limits: "
              "numpy.typing.NDArray[numpy.float64] | None = None, nearest: int | None = None, "
              "path_vertex: int = 0, threads: int = 0, progress: object | None = None) -> "
              "tuple[numpy.typing.NDArray[typing.Any], ...]"));
}

}  // namespace apsp::python
