// SPDX-License-Identifier: MIT
// The module apsp._apsp: what the Python files of the package call.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <span>

#include "apsp/solve.hpp"
#include "python/src/array_graph.hpp"
#include "python/src/batch.hpp"
#include "python/src/errors.hpp"
#include "python/src/solve.hpp"

namespace apsp::python {
namespace {

using namespace nanobind::literals;

template <typename T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using EdgeArray = nb::ndarray<const std::int32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

template <typename T>
ArrayGraph from_dense(const Matrix<T>& matrix, bool zeros_are_edges, bool loops, bool unweighted) {
  if (matrix.shape(0) != matrix.shape(1)) {
    throw nb::value_error("the matrix is not square");
  }
  const nb::gil_scoped_release released;
  return ArrayGraph::from_dense(std::span(matrix.data(), matrix.size()), matrix.shape(0),
                                {zeros_are_edges, loops, unweighted});
}

template <typename Index>
ArrayGraph from_rows(const Vector<Index>& begins, const Vector<Index>& columns,
                     const Vector<double>& weights, bool loops, bool unweighted) {
  if (begins.size() == 0 || columns.size() != weights.size()) {
    throw nb::value_error("the arrays of the compressed rows do not fit each other");
  }
  const nb::gil_scoped_release released;
  return ArrayGraph::from_rows(std::span(begins.data(), begins.size()),
                               std::span(columns.data(), columns.size()),
                               std::span(weights.data(), weights.size()),
                               {.loops = loops, .unweighted = unweighted});
}

ArrayGraph from_edges(std::size_t vertices, const EdgeArray& edges) {
  // An edge is three int32 in a row, and no more.
  const auto* first = reinterpret_cast<const Edge*>(edges.data());
  return ArrayGraph::from_edges(vertices, std::span(first, edges.shape(0)));
}

template <typename T>
void def_from_dense(nb::class_<ArrayGraph>& graph) {
  graph.def_static("from_dense", &from_dense<T>, "matrix"_a.noconvert(), "zeros_are_edges"_a = false,
                   "loops"_a = true, "unweighted"_a = false);
}

template <typename Index>
void def_from_rows(nb::class_<ArrayGraph>& graph) {
  graph.def_static("from_rows", &from_rows<Index>, "begins"_a.noconvert(), "columns"_a.noconvert(),
                   "weights"_a.noconvert(), "loops"_a = true, "unweighted"_a = false);
}

void solve_graph(const ArrayGraph& graph, const OutArray& out,
                 std::optional<std::vector<std::int32_t>> sources, bool undirected, double limit,
                 int threads, std::optional<std::string> method, std::optional<std::string> width,
                 const std::string& instruction_set, const nb::object& progress) {
  solve_into_array(graph, out,
                   {std::move(sources), undirected, threads, std::move(method), std::move(width),
                    instruction_set, progress},
                   limit);
}

nb::dict summarize(const ArrayGraph& graph, std::optional<std::vector<std::int32_t>> sources,
                   bool undirected, int threads, std::optional<std::string> method,
                   std::optional<std::string> width, const std::string& instruction_set,
                   const nb::object& progress) {
  return summary_dict(graph, {std::move(sources), undirected, threads, std::move(method),
                              std::move(width), instruction_set, progress});
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

  nb::class_<ArrayGraph> graph(module, "ArrayGraph");
  def_from_dense<double>(graph);
  def_from_dense<float>(graph);
  def_from_dense<std::int64_t>(graph);
  def_from_dense<std::int32_t>(graph);
  def_from_dense<std::uint8_t>(graph);
  def_from_rows<std::int32_t>(graph);
  def_from_rows<std::int64_t>(graph);
  graph.def_static("from_edges", &from_edges, "vertices"_a, "edges"_a.noconvert(),
                   nb::keep_alive<0, 2>());
  graph.def(
      "with_super_source",
      [](const ArrayGraph& self, const std::vector<std::int32_t>& targets) {
        return self.with_super_source(targets);
      },
      "targets"_a);
  graph.def_prop_ro("exact", &ArrayGraph::exact);
  graph.def_prop_ro("exponent", &ArrayGraph::exponent);
  graph.def_prop_ro("vertices", [](const ArrayGraph& self) { return self.view().vertices; });
  graph.def_prop_ro("edges", [](const ArrayGraph& self) { return self.view().edges.size(); });

  def_batch(module);
  module.def("solve", &solve_graph, "graph"_a, "out"_a.noconvert(), nb::kw_only(),
             "sources"_a = nb::none(), "undirected"_a = false,
             "limit"_a = std::numeric_limits<double>::infinity(), "threads"_a = 0,
             "method"_a = nb::none(), "width"_a = nb::none(), "instruction_set"_a = "",
             "progress"_a = nb::none());
  module.def("summary", &summarize, "graph"_a, nb::kw_only(), "sources"_a = nb::none(),
             "undirected"_a = false, "threads"_a = 0, "method"_a = nb::none(),
             "width"_a = nb::none(), "instruction_set"_a = "", "progress"_a = nb::none());
}
