// SPDX-License-Identifier: MIT
// Graphs that are prepared once, for apsp.prepare.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// Defines the class Prepared.
void def_prepared(nanobind::module_& module);

}  // namespace apsp::python
