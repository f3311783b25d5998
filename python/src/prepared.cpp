// SPDX-License-Identifier: MIT
#include "python/src/prepared.hpp"

#include <fmt/core.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apsp/prepared.hpp"
#include "python/src/array_graph.hpp"
#include "python/src/fork.hpp"
#include "python/src/solve.hpp"

namespace apsp::python {
namespace {

using namespace nanobind::literals;

template <typename T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Out = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// A prepared graph whose weights are in units of 2^exponent.
class PreparedArray {
 public:
  /// 0 threads are as many as there are by default. More than one stay with the object: in a child
  /// of fork() that took it over they would hang.
  PreparedArray(const ArrayGraph& graph, std::optional<std::vector<std::int32_t>> order,
                int threads)
      : exponent_(graph.exponent()),
        prepared_(graph.view(), {.threads = possible_threads(threads),
                                 .undirected = !graph.directed(),
                                 .order = std::move(order)}) {}

  /// Same with the order of a file.
  PreparedArray(const ArrayGraph& graph, const std::string& saved)
      : exponent_(graph.exponent()),
        prepared_(Prepared::load(saved, graph.view(), {.undirected = !graph.directed()})) {}

  [[nodiscard]] const Prepared& prepared() const { return prepared_; }

  void update(std::span<const double> weights) { prepared_.update(in_units(weights)); }

  void update(std::span<const std::int64_t> edges, std::span<const double> weights) {
    std::vector<std::size_t> numbers;
    numbers.reserve(edges.size());
    for (std::size_t n = 0; n < edges.size(); ++n) {
      if (edges[n] < 0) {
        throw nb::value_error(
            fmt::format("edge {} of the update is {}, expected 0 or more", n, edges[n]).c_str());
      }
      numbers.push_back(static_cast<std::size_t>(edges[n]));
    }
    prepared_.update(numbers, in_units(weights));
  }

  void distances(std::span<const std::int32_t> sources, std::span<const std::int32_t> targets,
                 std::span<double> out) const {
    const std::vector<Pair> pairs = pairs_of(sources, targets);
    std::vector<Distance> found(pairs.size());
    prepared_.distances(pairs, found);
    for (std::size_t n = 0; n < found.size(); ++n) {
      out[n] = found[n] == kUnreachable ? std::numeric_limits<double>::infinity()
                                        : std::ldexp(found[n], exponent_);
    }
  }

  [[nodiscard]] Paths paths(std::span<const std::int32_t> sources,
                            std::span<const std::int32_t> targets) const {
    return prepared_.paths(pairs_of(sources, targets));
  }

  /// Source, destination and weight of each edge, now.
  [[nodiscard]] std::vector<double> rows() const {
    std::vector<double> rows;
    for (const Edge& edge : prepared_.edges()) {
      rows.push_back(edge.source);
      rows.push_back(edge.destination);
      rows.push_back(std::ldexp(edge.weight, exponent_));
    }
    return rows;
  }

 private:
  static std::vector<Pair> pairs_of(std::span<const std::int32_t> sources,
                                    std::span<const std::int32_t> targets) {
    std::vector<Pair> pairs;
    pairs.reserve(sources.size());
    for (std::size_t n = 0; n < sources.size(); ++n) pairs.push_back({sources[n], targets[n]});
    return pairs;
  }

  [[nodiscard]] std::vector<Distance> in_units(std::span<const double> weights) const {
    std::vector<Distance> units;
    units.reserve(weights.size());
    for (std::size_t n = 0; n < weights.size(); ++n) {
      const double scaled = std::ldexp(weights[n], -exponent_);
      if (!(std::abs(scaled) < kUnreachable && scaled == std::floor(scaled))) {
        const double most = std::ldexp(kUnreachable - 1, exponent_);
        throw nb::value_error(
            fmt::format("weight {} is {}, expected a multiple of {} from {} to {}", n, weights[n],
                        std::ldexp(1.0, exponent_), -most, most)
                .c_str());
      }
      units.push_back(static_cast<Distance>(scaled));
    }
    return units;
  }

  int exponent_;
  Prepared prepared_;
};

template <typename T, std::size_t kDimensions>
nb::object array_of(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* const owned = new std::vector<T>(std::move(values));
  const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<kDimensions>>(owned->data(), shape, owner));
}

template <typename T>
std::span<const T> span_of(const Vector<T>& vector) {
  return {vector.data(), vector.size()};
}

}  // namespace

void def_prepared(nb::module_& module) {
  nb::class_<PreparedArray> prepared(module, "Prepared",
                                     "A graph that is prepared once. Made by apsp.prepare().");
  prepared.def(
      "__init__",
      [](PreparedArray* self, const ArrayGraph& graph,
         std::optional<std::vector<std::int32_t>> order, int threads) {
        require_exact(graph);
        const nb::gil_scoped_release released;
        new (self) PreparedArray(graph, std::move(order), threads);
      },
      "graph"_a, "order"_a = nb::none(), "threads"_a = 0);
  prepared.def(
      "__init__",
      [](PreparedArray* self, const ArrayGraph& graph, const std::string& saved) {
        require_exact(graph);
        expect_forks();
        const nb::gil_scoped_release released;
        new (self) PreparedArray(graph, saved);
      },
      "graph"_a, nb::kw_only(), "saved"_a);
  prepared.def(
      "save",
      [](const PreparedArray& self, const std::string& path) {
        const nb::gil_scoped_release released;
        self.prepared().save(path);
      },
      "path"_a);
  prepared.def_prop_ro("vertices",
                       [](const PreparedArray& self) { return self.prepared().vertices(); });
  prepared.def_prop_ro("edge_count",
                       [](const PreparedArray& self) { return self.prepared().edges().size(); });
  prepared.def_prop_ro("order", [](const PreparedArray& self) {
    const std::span<const std::int32_t> order = self.prepared().order();
    return array_of<std::int32_t, 1>({order.begin(), order.end()}, {order.size()});
  });
  prepared.def("edges", [](const PreparedArray& self) {
    return array_of<double, 2>(self.rows(), {self.prepared().edges().size(), 3});
  });
  prepared.def(
      "update",
      [](PreparedArray& self, const Vector<double>& weights,
         const std::optional<Vector<std::int64_t>>& edges) {
        expect_forks();
        const nb::gil_scoped_release released;
        if (edges) {
          self.update(span_of(*edges), span_of(weights));
        } else {
          self.update(span_of(weights));
        }
      },
      "weights"_a.noconvert(), "edges"_a.noconvert().none() = nb::none());
  prepared.def(
      "distances",
      [](const PreparedArray& self, const Vector<std::int32_t>& sources,
         const Vector<std::int32_t>& targets, const Out& out) {
        if (sources.size() != targets.size() || sources.size() != out.size()) {
          throw nb::value_error("sources, targets and out are not of the same length");
        }
        expect_forks();
        const nb::gil_scoped_release released;
        self.distances(span_of(sources), span_of(targets), {out.data(), out.size()});
      },
      "sources"_a.noconvert(), "targets"_a.noconvert(), "out"_a.noconvert());
  prepared.def(
      "paths",
      [](const PreparedArray& self, const Vector<std::int32_t>& sources,
         const Vector<std::int32_t>& targets) {
        if (sources.size() != targets.size()) {
          throw nb::value_error("sources and targets are not of the same length");
        }
        expect_forks();
        Paths paths;
        {
          const nb::gil_scoped_release released;
          paths = self.paths(span_of(sources), span_of(targets));
        }
        const std::size_t vertices = paths.vertices.size(), offsets = paths.offsets.size();
        return nb::make_tuple(array_of<std::int32_t, 1>(std::move(paths.vertices), {vertices}),
                              array_of<std::int64_t, 1>(std::move(paths.offsets), {offsets}));
      },
      "sources"_a.noconvert(), "targets"_a.noconvert());
}

}  // namespace apsp::python
