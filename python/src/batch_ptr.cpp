// SPDX-License-Identifier: MIT
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "apsp/batch.hpp"
#include "python/src/batch.hpp"

namespace nb = nanobind;

namespace apsp::python {
namespace {

using namespace nanobind::literals;

template <typename T>
using Numbers = nb::ndarray<const T, nb::ndim<1>, nb::device::cpu>;
template <typename T>
using Row = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Numbers the vertices of each graph from 0: those of graph g are firsts[g] to firsts[g + 1] - 1,
/// at most 2^31 - 1. `firsts` begins with 0 and never falls. `offsets` has as many elements, for
/// EdgeBatch. Returns false, with undefined results, unless the edges are in the order of their
/// graphs and each is within one. O(E + B).
template <typename Index>
bool group(Column<Index> sources, Column<Index> destinations, std::span<const std::int64_t> firsts,
           std::span<std::int64_t> offsets, std::span<std::int32_t> near_sources,
           std::span<std::int32_t> near_destinations) {
  const std::size_t edges = near_sources.size();
  const std::size_t graphs = firsts.size() - 1;
  std::size_t begun = 0;  // graphs whose offset is stored
  std::int64_t first = 0;
  std::int64_t end = 0;
  for (std::size_t e = 0; e < edges; ++e) {
    const std::int64_t source = sources[e];
    const std::int64_t destination = destinations[e];
    while (source >= end) {
      if (begun == graphs) return false;
      first = firsts[begun];
      end = firsts[begun + 1];
      offsets[begun++] = static_cast<std::int64_t>(e);
    }
    if (source < first || destination < first || destination >= end) return false;
    near_sources[e] = static_cast<std::int32_t>(source - first);
    near_destinations[e] = static_cast<std::int32_t>(destination - first);
  }
  while (begun <= graphs) offsets[begun++] = static_cast<std::int64_t>(edges);
  return true;
}

template <typename Index>
bool batch_group(const Numbers<Index>& sources, const Numbers<Index>& destinations,
                 const Row<const std::int64_t>& firsts, const Row<std::int64_t>& offsets,
                 const Row<std::int32_t>& near_sources,
                 const Row<std::int32_t>& near_destinations) {
  const std::size_t edges = sources.size();
  if (destinations.size() != edges || near_sources.size() != edges ||
      near_destinations.size() != edges || firsts.size() == 0 || offsets.size() != firsts.size()) {
    throw nb::value_error("the arrays of the edges are not of the same length");
  }
  return group(Column<Index>{sources.data(), sources.stride(0)},
               Column<Index>{destinations.data(), destinations.stride(0)},
               std::span(firsts.data(), firsts.size()), std::span(offsets.data(), offsets.size()),
               std::span(near_sources.data(), edges), std::span(near_destinations.data(), edges));
}

template <typename Index>
void def_batch_group(nb::module_& module) {
  module.def("batch_group", &batch_group<Index>, "sources"_a.noconvert(),
             "destinations"_a.noconvert(), "firsts"_a.noconvert(), "offsets"_a.noconvert(),
             "near_sources"_a.noconvert(), "near_destinations"_a.noconvert(),
             nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace

void def_batch_ptr(nb::module_& module) {
  def_batch_group<std::int64_t>(module);
  def_batch_group<std::int32_t>(module);
}

}  // namespace apsp::python
