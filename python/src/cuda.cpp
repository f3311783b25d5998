// SPDX-License-Identifier: MIT
#include "python/src/cuda.hpp"

#include <fmt/core.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/device.hpp"
#include "apsp/device_matrix.hpp"
#include "python/src/solve.hpp"

namespace apsp::python {
namespace {

using namespace nanobind::literals;

/// Elements by NumPy's name of their type.
constexpr std::array<std::pair<const char*, Element>, 6> kElements = {{
    {"float64", Element::kFloat64},
    {"float32", Element::kFloat32},
    {"int64", Element::kInt64},
    {"int32", Element::kInt32},
    {"uint16", Element::kUint16},
    {"uint8", Element::kUint8},
}};

Element element_of(const std::string& type) {
  for (const auto& [name, element] : kElements) {
    if (type == name) return element;
  }
  throw nb::type_error(fmt::format("an array in the memory of a GPU has the type {}, expected "
                                   "float64, float32, int64, int32, uint16 or uint8",
                                   type)
                           .c_str());
}

/// NumPy's name of a type of DLPack. Truth values are uint8.
std::string type_name(nb::dlpack::dtype type) {
  constexpr std::uint8_t kBool = 6;
  if (type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int)) {
    return fmt::format("int{}", type.bits);
  }
  if (type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Float)) {
    return fmt::format("float{}", type.bits);
  }
  if (type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt) || type.code == kBool) {
    return fmt::format("uint{}", type.bits);
  }
  return fmt::format("number {} of DLPack", type.code);
}

/// Address, name of the type, shape and strides in elements.
nb::tuple dlpack_array(const nb::ndarray<nb::ro, nb::device::cuda>& array) {
  nb::list shape;
  nb::list strides;
  for (std::size_t n = 0; n < array.ndim(); ++n) {
    shape.append(array.shape(n));
    strides.append(array.stride(n));
  }
  return nb::make_tuple(reinterpret_cast<std::uintptr_t>(array.data()), type_name(array.dtype()),
                        nb::tuple(shape), nb::tuple(strides));
}

/// Solves `vertices` x `vertices` elements at the address `weights`, into those at `out`. Releases
/// the GIL.
void solve_arrays(std::uintptr_t weights, const std::string& type, std::size_t vertices,
                  const std::pair<std::ptrdiff_t, std::ptrdiff_t>& strides, std::uintptr_t out,
                  const std::string& out_type, std::optional<std::vector<std::int32_t>> sources,
                  bool directed, bool loops, bool unweighted, std::optional<std::string> method,
                  std::optional<std::string> width, const std::string& instruction_set,
                  const std::string& device, std::vector<int> gpus, const nb::object& progress) {
  const Choices choices = {
      {},      0, std::move(method), std::move(width), instruction_set, device, std::move(gpus),
      progress};
  PythonObserver observer(choices.progress);
  Settings settings = choices.settings();
  settings.sources = std::move(sources);
  settings.undirected = !directed;
  settings.observer = &observer;
  const DeviceWeights view = {reinterpret_cast<const void*>(weights),
                              element_of(type),
                              vertices,
                              strides.first,
                              strides.second,
                              0,
                              loops,
                              unweighted};
  const DeviceRows rows = {reinterpret_cast<void*>(out), element_of(out_type)};
  {
    const nb::gil_scoped_release released;
    solve_on_device(view, settings, rows);
  }
  observer.finish();
}

/// Solves `graphs` matrices of `vertices` x `vertices` elements at the address `weights`, into
/// those at `out`. Releases the GIL.
void solve_batch_of_arrays(
    std::uintptr_t weights, const std::string& type, std::size_t graphs, std::size_t vertices,
    const std::array<std::ptrdiff_t, 3>& strides,
    const std::optional<
        nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>>& sizes,
    std::uintptr_t out, const std::string& out_type, std::optional<double> fill, double limit,
    bool undirected, bool zero_is_no_edge, const nb::object& progress) {
  PythonObserver observer(progress);
  DeviceBatch view;
  view.weights.data = reinterpret_cast<const void*>(weights);
  view.weights.element = element_of(type);
  view.weights.vertices = vertices;
  view.weights.row_stride = strides[1];
  view.weights.column_stride = strides[2];
  view.graphs = graphs;
  view.graph_stride = strides[0];
  if (sizes) view.sizes = {sizes->data(), sizes->size()};
  const BatchSettings settings{.fill = fill,
                               .zero_is_no_edge = zero_is_no_edge,
                               .observer = &observer,
                               .limit = limit,
                               .undirected = undirected};
  const DeviceRows distances = {reinterpret_cast<void*>(out), element_of(out_type)};
  {
    const nb::gil_scoped_release released;
    solve_batch_on_device(view, settings, distances);
  }
  observer.finish();
}

/// (number, name, bytes) of each GPU.
nb::list gpu_list() {
  nb::list found;
  for (const Gpu& gpu : devices()) found.append(nb::make_tuple(gpu.number, gpu.name, gpu.memory));
  return found;
}

}  // namespace

void define_cuda(nb::module_& module) {
  module.def("devices", &gpu_list);
  module.def("dlpack_array", &dlpack_array, "array"_a.noconvert());
  module.def("solve_on_device", &solve_arrays, nb::kw_only(), "weights"_a, "type"_a, "vertices"_a,
             "strides"_a, "out"_a, "out_type"_a, "sources"_a = nb::none(), "directed"_a = true,
             "loops"_a = true, "unweighted"_a = false, "method"_a = nb::none(),
             "width"_a = nb::none(), "instruction_set"_a = "", "device"_a = "auto",
             "gpus"_a = nb::make_tuple(), "progress"_a = nb::none());
  module.def("solve_batch_on_device", &solve_batch_of_arrays, nb::kw_only(), "weights"_a, "type"_a,
             "graphs"_a, "vertices"_a, "strides"_a, "sizes"_a.noconvert() = nb::none(), "out"_a,
             "out_type"_a, "fill"_a = nb::none(),
             "limit"_a = std::numeric_limits<double>::infinity(), "undirected"_a = false,
             "zero_is_no_edge"_a = false, "progress"_a = nb::none());
}

}  // namespace apsp::python
