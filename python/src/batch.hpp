// SPDX-License-Identifier: MIT
// Batches of small graphs, for apsp.batch.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// Defines batch_edges and batch_dense, one overload for each type of elements.
void def_batch(nanobind::module_& module);

/// Defines batch_group, for edges whose vertices are numbered through all graphs.
void def_batch_ptr(nanobind::module_& module);

}  // namespace apsp::python
