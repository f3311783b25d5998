// SPDX-License-Identifier: MIT
#include "python/src/batch.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "apsp/batch.hpp"
#include "python/src/edge_columns.hpp"
#include "python/src/fork.hpp"
#include "python/src/solve.hpp"

namespace nb = nanobind;

namespace apsp::python {
namespace {

using namespace nanobind::literals;

template <typename T, std::size_t kDimensions>
using Input = nb::ndarray<const T, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Output = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Predecessors = std::optional<Output<std::int32_t>>;

template <typename Array>
auto span_of(const Array& array) {
  return std::span(array.data(), array.size());
}

/// Solves with an observer that Python's callable and signals reach. Releases the GIL meanwhile.
template <typename Batch, typename T>
void solve_observed(const Batch& graphs, BatchSettings settings, const Output<T>& out,
                    const Predecessors& predecessors, const nb::object& progress) {
  PythonObserver observer(progress);
  settings.observer = &observer;
  if (predecessors) settings.predecessors = span_of(*predecessors);
  {
    const nb::gil_scoped_release released;
    solve_batch(graphs, settings, span_of(out));
  }
  observer.finish();
}

template <typename T>
using ColumnArray = nb::ndarray<const T, nb::ndim<1>, nb::device::cpu>;

template <typename T>
Column<T> column_of(const ColumnArray<T>& array) {
  return {array.data(), array.stride(0)};
}

/// Returns the columns as edges where they are those of rows of three std::int32_t.
std::span<const Edge> rows_of(const ColumnArray<std::int32_t>& sources,
                              const ColumnArray<std::int32_t>& destinations,
                              const ColumnArray<std::int32_t>& weights) {
  const std::int32_t* first = sources.data();
  const bool are_rows = destinations.data() == first + 1 && weights.data() == first + 2 &&
                        sources.stride(0) == 3 && destinations.stride(0) == 3 &&
                        weights.stride(0) == 3;
  if (!are_rows) return {};
  return {reinterpret_cast<const Edge*>(first), sources.size()};
}

/// Columns of E each. The elements of `out` have the type of the weights, or are std::int32_t.
template <typename T, typename Index, typename Weight>
void batch_edges(const ColumnArray<Index>& sources, const ColumnArray<Index>& destinations,
                 const ColumnArray<Weight>& weights, const Input<std::int64_t, 1>& offsets,
                 const Input<std::int32_t, 1>& sizes, std::size_t vertices, const Output<T>& out,
                 int threads, const std::string& instruction_set, std::optional<double> fill,
                 double limit, bool undirected, bool packed, const Predecessors& predecessors,
                 const nb::object& progress) {
  if (destinations.size() != sources.size() || weights.size() != sources.size()) {
    throw nb::value_error("the columns of the edges are not of the same length");
  }
  const ArrayEdges<T, Index, Weight> table(sources.size(), column_of(sources),
                                           column_of(destinations), column_of(weights),
                                           {span_of(offsets), span_of(sizes)});
  EdgeBatch<T> graphs{
      .vertices = vertices, .offsets = span_of(offsets), .sizes = span_of(sizes), .table = &table};
  if constexpr (std::is_same_v<Index, std::int32_t> && std::is_same_v<Weight, std::int32_t>) {
    graphs.edges = rows_of(sources, destinations, weights);
    if (!graphs.edges.empty()) graphs.table = nullptr;
  }
  const BatchSettings settings{.threads = possible_threads(threads),
                               .instruction_set = instruction_set,
                               .fill = fill,
                               .limit = limit,
                               .undirected = undirected,
                               .packed = packed};
  solve_observed(graphs, settings, out, predecessors, progress);
}

/// Matrices of T become distances in Element.
template <typename T, typename Element>
void batch_dense(const Input<T, 3>& weights, const Input<std::int32_t, 1>& sizes,
                 std::size_t vertices, const Output<Element>& out, int threads,
                 const std::string& instruction_set, std::optional<double> fill, double limit,
                 bool undirected, bool packed, bool zero_is_no_edge,
                 const Predecessors& predecessors, const nb::object& progress) {
  const DenseBatch<T> graphs{vertices, span_of(weights), span_of(sizes)};
  const BatchSettings settings{.threads = possible_threads(threads),
                               .instruction_set = instruction_set,
                               .fill = fill,
                               .zero_is_no_edge = zero_is_no_edge,
                               .limit = limit,
                               .undirected = undirected,
                               .packed = packed};
  solve_observed(graphs, settings, out, predecessors, progress);
}

template <typename T, typename Index, typename Weight>
void def_batch_edges(nb::module_& module) {
  module.def("batch_edges", &batch_edges<T, Index, Weight>, "sources"_a.noconvert(),
             "destinations"_a.noconvert(), "weights"_a.noconvert(), "offsets"_a.noconvert(),
             "sizes"_a.noconvert(), "vertices"_a, "out"_a.noconvert(), nb::kw_only(),
             "threads"_a = 0, "instruction_set"_a = "", "fill"_a = nb::none(),
             "limit"_a = std::numeric_limits<double>::infinity(), "undirected"_a = false,
             "packed"_a = false, "predecessors"_a.noconvert() = nb::none(),
             "progress"_a = nb::none());
}

template <typename T, typename Element>
void def_batch_dense(nb::module_& module) {
  module.def("batch_dense", &batch_dense<T, Element>, "weights"_a.noconvert(),
             "sizes"_a.noconvert(), "vertices"_a, "out"_a.noconvert(), nb::kw_only(),
             "threads"_a = 0, "instruction_set"_a = "", "fill"_a = nb::none(),
             "limit"_a = std::numeric_limits<double>::infinity(), "undirected"_a = false,
             "packed"_a = false, "zero_is_no_edge"_a = false,
             "predecessors"_a.noconvert() = nb::none(), "progress"_a = nb::none());
}

template <typename T>
void def_batch_of(nb::module_& module) {
  def_batch_edges<T, std::int64_t, T>(module);
  def_batch_edges<T, std::int32_t, T>(module);
  if constexpr (std::is_same_v<T, std::int32_t>) {
    def_batch_edges<T, std::int64_t, std::int64_t>(module);
    def_batch_edges<T, std::int32_t, std::int64_t>(module);
  }
  def_batch_dense<T, T>(module);
}

}  // namespace

void def_batch(nb::module_& module) {
  def_batch_of<std::int32_t>(module);
  def_batch_of<std::uint16_t>(module);
  def_batch_of<float>(module);
  def_batch_of<double>(module);
  def_batch_dense<std::int64_t, std::int32_t>(module);
}

}  // namespace apsp::python
