// SPDX-License-Identifier: MIT
// The memory that the calls of this process leave to each other.
#pragma once

#include <nanobind/nanobind.h>

#include "apsp/memory.hpp"

namespace apsp::python {

/// The one of this process. Never destroyed: arrays may outlive what is.
[[nodiscard]] KeptMemory& kept_memory();

/// Defines empty_bytes(), a large result in kept memory, and release_memory().
void define_kept_memory(nanobind::module_& module);

}  // namespace apsp::python
