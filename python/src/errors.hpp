// SPDX-License-Identifier: MIT
// Failures of the library as exceptions of Python.
#pragma once

namespace apsp::python {

/// Has nanobind turn each apsp::Error into the exception of its kind, see python/apsp/_errors.py.
void register_errors();

}  // namespace apsp::python
