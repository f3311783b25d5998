// SPDX-License-Identifier: MIT
// Arrays in the memory of a GPU, which stay there.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// Adds devices(), dlpack_array(), solve_on_device() and solve_batch_on_device() to the module.
void define_cuda(nanobind::module_& module);

}  // namespace apsp::python
