// SPDX-License-Identifier: MIT
// Sparse rows, for apsp.within and apsp.nearest.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// Defines near().
void def_near(nanobind::module_& module);

}  // namespace apsp::python
