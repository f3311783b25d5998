// SPDX-License-Identifier: MIT
#include "python/src/batch.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <span>
#include <string>

#include "apsp/batch.hpp"
#include "python/src/fork.hpp"
#include "python/src/solve.hpp"

namespace nb = nanobind;

namespace apsp::python {
namespace {

using namespace nanobind::literals;

template <typename T, std::size_t kDimensions>
using Input = nb::ndarray<const T, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Output = nb::ndarray<T, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

template <typename Array>
auto span_of(const Array& array) {
  return std::span(array.data(), array.size());
}

/// Solves with an observer that Python's callable and signals reach. Releases the GIL meanwhile.
template <typename Batch, typename T>
void solve_observed(const Batch& graphs, BatchSettings settings, const Output<T>& out,
                    const nb::object& progress) {
  PythonObserver observer(progress);
  settings.observer = &observer;
  {
    const nb::gil_scoped_release released;
    solve_batch(graphs, settings, span_of(out));
  }
  observer.finish();
}

/// `edges` has the bytes of records source, destination, weight, aligned as in C.
template <typename T>
void batch_edges(const Input<std::uint8_t, 1>& edges, const Input<std::int64_t, 1>& offsets,
                 const Input<std::int32_t, 1>& sizes, const Output<T>& out, int threads,
                 const std::string& instruction_set, bool minus_one, const nb::object& progress) {
  using Record = BatchEdge<T>;
  const auto* first = reinterpret_cast<const Record*>(edges.data());
  const EdgeBatch<T> graphs{out.shape(2), std::span(first, edges.size() / sizeof(Record)),
                            span_of(offsets), span_of(sizes)};
  const BatchSettings settings{.threads = possible_threads(threads),
                               .instruction_set = instruction_set,
                               .minus_one = minus_one};
  solve_observed(graphs, settings, out, progress);
}

template <typename T>
void batch_dense(const Input<T, 3>& weights, const Input<std::int32_t, 1>& sizes,
                 const Output<T>& out, int threads, const std::string& instruction_set,
                 bool minus_one, bool zero_is_no_edge, const nb::object& progress) {
  const DenseBatch<T> graphs{out.shape(2), span_of(weights), span_of(sizes)};
  const BatchSettings settings{.threads = possible_threads(threads),
                               .instruction_set = instruction_set,
                               .minus_one = minus_one,
                               .zero_is_no_edge = zero_is_no_edge};
  solve_observed(graphs, settings, out, progress);
}

template <typename T>
void def_batch_of(nb::module_& module) {
  module.def("batch_edges", &batch_edges<T>, "edges"_a.noconvert(), "offsets"_a.noconvert(),
             "sizes"_a.noconvert(), "out"_a.noconvert(), nb::kw_only(), "threads"_a = 0,
             "instruction_set"_a = "", "minus_one"_a = false, "progress"_a = nb::none());
  module.def("batch_dense", &batch_dense<T>, "weights"_a.noconvert(), "sizes"_a.noconvert(),
             "out"_a.noconvert(), nb::kw_only(), "threads"_a = 0, "instruction_set"_a = "",
             "minus_one"_a = false, "zero_is_no_edge"_a = false, "progress"_a = nb::none());
}

}  // namespace

void def_batch(nb::module_& module) {
  def_batch_of<std::int32_t>(module);
  def_batch_of<std::uint16_t>(module);
  def_batch_of<float>(module);
  def_batch_of<double>(module);
}

}  // namespace apsp::python
