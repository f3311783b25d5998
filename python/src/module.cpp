// SPDX-License-Identifier: MIT
// The module apsp._apsp: what the Python files of the package call.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "apsp/files.hpp"
#include "apsp/matrix.hpp"
#include "apsp/real.hpp"
#include "apsp/solve.hpp"
#include "common/base/memory.hpp"
#include "python/src/array_graph.hpp"
#include "python/src/batch.hpp"
#include "python/src/cuda.hpp"
#include "python/src/errors.hpp"
#include "python/src/fork.hpp"
#include "python/src/kept_memory.hpp"
#include "python/src/near.hpp"
#include "python/src/prepared.hpp"
#include "python/src/settle.hpp"
#include "python/src/solve.hpp"

namespace apsp::python {
namespace {

using namespace nanobind::literals;

template <typename T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using VertexArray = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using EdgeArray = nb::ndarray<const std::int32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

template <typename T>
ArrayGraph from_dense(const Matrix<T>& matrix, bool zeros_are_edges, bool loops, bool unweighted) {
  if (matrix.shape(0) != matrix.shape(1)) {
    throw nb::value_error("the matrix is not square");
  }
  expect_forks();
  const nb::gil_scoped_release released;
  const MatrixReading reading = {zeros_are_edges, loops, unweighted, &kept_memory()};
  return ArrayGraph::from_matrix(
      WeightMatrix(std::span(matrix.data(), matrix.size()), matrix.shape(0), reading));
}

template <typename Index>
ArrayGraph from_rows(const Vector<Index>& begins, const Vector<Index>& columns,
                     const Vector<double>& weights, bool loops, bool unweighted) {
  if (begins.size() == 0 || columns.size() != weights.size()) {
    throw nb::value_error("the arrays of the compressed rows do not fit each other");
  }
  const nb::gil_scoped_release released;
  return ArrayGraph::from_rows(
      std::span(begins.data(), begins.size()), std::span(columns.data(), columns.size()),
      std::span(weights.data(), weights.size()), {.loops = loops, .unweighted = unweighted});
}

ArrayGraph from_columns(std::size_t vertices, const Vector<std::int32_t>& sources,
                        const Vector<std::int32_t>& destinations, const Vector<double>& weights) {
  if (sources.size() != weights.size() || destinations.size() != weights.size()) {
    throw nb::value_error("the columns of the edges are not of the same length");
  }
  const nb::gil_scoped_release released;
  return ArrayGraph::from_columns(vertices, std::span(sources.data(), sources.size()),
                                  std::span(destinations.data(), destinations.size()),
                                  std::span(weights.data(), weights.size()));
}

ArrayGraph from_edges(std::size_t vertices, const EdgeArray& edges) {
  // An edge is three int32 in a row, and no more.
  const auto* first = reinterpret_cast<const Edge*>(edges.data());
  return ArrayGraph::from_edges(vertices, std::span(first, edges.shape(0)));
}

template <typename T>
void def_from_dense(nb::class_<ArrayGraph>& graph) {
  graph.def_static("_from_dense", &from_dense<T>, "matrix"_a.noconvert(),
                   "zeros_are_edges"_a = false, "loops"_a = true, "unweighted"_a = false);
}

template <typename Index>
void def_from_rows(nb::class_<ArrayGraph>& graph) {
  graph.def_static("_from_rows", &from_rows<Index>, "begins"_a.noconvert(), "columns"_a.noconvert(),
                   "weights"_a.noconvert(), "loops"_a = true, "unweighted"_a = false);
}

void solve_graph(const ArrayGraph& graph, const OutArray& out,
                 const std::optional<PredecessorArray>& predecessors,
                 std::optional<std::vector<std::int32_t>> sources, double limit, int threads,
                 std::optional<std::string> method, std::optional<std::string> width,
                 const std::string& instruction_set, const std::string& device,
                 std::vector<int> gpus, const nb::object& progress, std::uint64_t promised,
                 std::optional<std::vector<std::int32_t>> targets) {
  const Choices choices = {std::move(sources), threads,         std::move(method),
                           std::move(width),   instruction_set, device,
                           std::move(gpus),    progress,        std::move(targets)};
  const PromisedMemory not_filled_yet(promised);
  solve_into_array(graph, out, predecessors, choices, limit);
}

nb::dict summarize(const ArrayGraph& graph, std::optional<std::vector<std::int32_t>> sources,
                   int threads, std::optional<std::string> method, std::optional<std::string> width,
                   const std::string& instruction_set, const std::string& device,
                   std::vector<int> gpus, const nb::object& progress, std::string checkpoint) {
  return summary_dict(graph, {std::move(sources),
                              threads,
                              std::move(method),
                              std::move(width),
                              instruction_set,
                              device,
                              std::move(gpus),
                              progress,
                              {},
                              std::move(checkpoint)});
}

nb::dict plan_graph(const ArrayGraph& graph, std::optional<std::vector<std::int32_t>> sources,
                    int threads, std::optional<std::string> method,
                    std::optional<std::string> width, const std::string& instruction_set,
                    const std::string& device, std::vector<int> gpus) {
  return plan_dict(graph, {std::move(sources), threads, std::move(method), std::move(width),
                           instruction_set, device, std::move(gpus), nb::none()});
}

/// The edges as an array, which keeps the graph.
nb::object edges_of(const nb::handle& self) {
  const auto& graph = nb::cast<const ArrayGraph&>(self);
  if (!graph.exact()) {
    throw nb::value_error(
        "the graph has no edges of int32, as its weights are not exact: "
        "weighted_edges() returns them");
  }
  const std::span<const Edge> edges = graph.view().edges;
  return nb::cast(nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<2>>(edges.data(),
                                                                          {edges.size(), 3}, self));
}

/// The edges as rows source, destination, weight in numbers of 64 bits.
nb::object weighted_edges_of(const ArrayGraph& graph) {
  RealEdgeList scaled;
  if (graph.exact() || graph.matrix() != nullptr) scaled = graph.scaled_edges();
  const std::span<const RealEdge> edges =
      graph.exact() || graph.matrix() != nullptr ? scaled.edges : graph.real_view().edges;
  auto rows = std::make_unique<double[]>(3 * edges.size());
  double* next = rows.get();
  for (const RealEdge& edge : edges) {
    *next++ = edge.source;
    *next++ = edge.destination;
    *next++ = edge.weight;
  }
  double* first = rows.get();
  const nb::capsule owner(rows.release(),
                          [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, double, nb::ndim<2>>(first, {edges.size(), 3}, owner));
}

ArrayGraph read_graph_file(const std::string& path) {
  expect_forks();
  const nb::gil_scoped_release released;
  return ArrayGraph::from_file(path);
}

void write_graph_file(const ArrayGraph& graph, const std::string& path) {
  expect_forks();
  const nb::gil_scoped_release released;
  write_graph(graph.view(), path);
}

/// Rows as an array that owns them. Without a shape they are a square.
nb::object read_distance_file(const std::string& path,
                              const std::optional<std::pair<std::size_t, std::size_t>>& shape) {
  auto rows = std::make_unique<Distances>();
  {
    const nb::gil_scoped_release released;
    *rows = shape ? read_distances(path, shape->first, shape->second) : read_distances(path);
  }
  const std::size_t count = rows->rows(), columns = rows->columns();
  Distance* first = rows->all().data();
  const nb::capsule owner(rows.release(),
                          [](void* p) noexcept { delete static_cast<Distances*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, Distance, nb::ndim<2>>(first, {count, columns}, owner));
}

void write_distance_file(const Matrix<Distance>& rows, const std::string& path) {
  const nb::gil_scoped_release released;
  DistanceFileSink sink(path, rows.shape(0), rows.shape(1));
  sink.prepare();
  sink.put(0, std::span(rows.data(), rows.size()));
  sink.commit();
}

}  // namespace
}  // namespace apsp::python

// NOLINTNEXTLINE
NB_MODULE(_apsp, module) {
  using namespace apsp::python;
  register_errors();
  module.attr("UNREACHABLE") = apsp::kUnreachable;
  module.def("version", &apsp::version);
  module.def("instruction_sets", &apsp::instruction_sets);

  nb::class_<ArrayGraph> graph(module, "Graph",
                               "A graph as the solver takes it. Made by apsp.graph().");
  def_from_dense<double>(graph);
  def_from_dense<float>(graph);
  def_from_dense<std::int64_t>(graph);
  def_from_dense<std::int32_t>(graph);
  def_from_dense<std::uint8_t>(graph);
  def_from_rows<std::int32_t>(graph);
  def_from_rows<std::int64_t>(graph);
  graph.def_static("_from_columns", &from_columns, "vertices"_a, "sources"_a.noconvert(),
                   "destinations"_a.noconvert(), "weights"_a.noconvert());
  graph.def_static("_from_edges", &from_edges, "vertices"_a, "edges"_a.noconvert(),
                   nb::keep_alive<0, 2>());
  graph.def(
      "_with_super_source",
      [](const ArrayGraph& self, const std::vector<std::int32_t>& targets) {
        return self.with_super_source(targets);
      },
      "targets"_a);
  graph.def(
      "_set_order",
      [](ArrayGraph& self, const VertexArray& order) {
        self.set_order({order.data(), order.data() + order.size()});
      },
      "order"_a.noconvert());
  graph.def_prop_ro("exact", &ArrayGraph::exact,
                    "Whether all weights are integers times 2^exponent.");
  graph.def_prop_ro("exponent", &ArrayGraph::exponent,
                    "The power of two that edges are in units of.");
  graph.def_prop_ro("has_negative", &ArrayGraph::has_negative, "Whether a weight is below 0.");
  graph.def_prop_ro("borrows", &ArrayGraph::borrows,
                    "Whether the edges lie in an array that was handed in.");
  graph.def_prop_rw("directed", &ArrayGraph::directed, &ArrayGraph::set_directed,
                    "Whether an edge leads one way only.");
  graph.def_prop_ro("vertices", &ArrayGraph::vertices, "The number of vertices.");
  graph.def_prop_ro(
      "edges", &edges_of, nb::sig("def edges(self) -> numpy.typing.NDArray[numpy.int32]"),
      "Source, destination, weight of each edge: a read-only view. Raises ValueError for "
      "a graph that is not exact.");

  graph.def("weighted_edges", &weighted_edges_of,
            nb::sig("def weighted_edges(self) -> numpy.typing.NDArray[numpy.float64]"),
            "Source, destination, weight of each edge, also of a graph that is not exact: a copy.");

  define_kept_memory(module);
  def_batch(module);
  def_batch_ptr(module);
  def_near(module);
  def_prepared(module);
  module.def("solve", &solve_graph, "graph"_a, "out"_a.noconvert(),
             "predecessors"_a.noconvert().none() = nb::none(), nb::kw_only(),
             "sources"_a = nb::none(), "limit"_a = std::numeric_limits<double>::infinity(),
             "threads"_a = 0, "method"_a = nb::none(), "width"_a = nb::none(),
             "instruction_set"_a = "", "device"_a = "auto", "gpus"_a = nb::make_tuple(),
             "progress"_a = nb::none(), "promised"_a = 0, "targets"_a = nb::none());
  define_cuda(module);
  module.def("summary", &summarize, "graph"_a, nb::kw_only(), "sources"_a = nb::none(),
             "threads"_a = 0, "method"_a = nb::none(), "width"_a = nb::none(),
             "instruction_set"_a = "", "device"_a = "auto", "gpus"_a = nb::make_tuple(),
             "progress"_a = nb::none(), "checkpoint"_a = "",
             nb::sig("def summary(graph: Graph, *, sources: collections.abc.Sequence[int] | None = "
                     "None, threads: int = 0, method: str | None = None, width: str | None = None, "
                     "instruction_set: str = '', device: str = 'auto', gpus: "
                     "collections.abc.Sequence[int] = (), progress: object | None = None, "
                     "checkpoint: str = '') -> dict[str, typing.Any]"));
  module.def("plan", &plan_graph, "graph"_a, nb::kw_only(), "sources"_a = nb::none(),
             "threads"_a = 0, "method"_a = nb::none(), "width"_a = nb::none(),
             "instruction_set"_a = "", "device"_a = "auto", "gpus"_a = nb::make_tuple(),
             nb::sig("def plan(graph: Graph, *, sources: collections.abc.Sequence[int] | None = "
                     "None, threads: int = 0, method: str | None = None, width: str | None = None, "
                     "instruction_set: str = '', device: str = 'auto', gpus: "
                     "collections.abc.Sequence[int] = ()) -> dict[str, typing.Any]"));
  module.def("read_graph", &read_graph_file, "path"_a);
  module.def("write_graph", &write_graph_file, "graph"_a, "path"_a);
  module.def("read_distances", &read_distance_file, "path"_a, "shape"_a = nb::none(),
             nb::sig("def read_distances(path: str, shape: tuple[int, int] | None = None) -> "
                     "numpy.typing.NDArray[numpy.int32]"));
  module.def("write_distances", &write_distance_file, "rows"_a.noconvert(), "path"_a);
  define_settle(module);
}
