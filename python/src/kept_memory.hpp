// SPDX-License-Identifier: MIT
// Memory of large results, of which the last that was freed is kept for the next.
#pragma once

#include <nanobind/nanobind.h>

namespace apsp::python {

/// Defines empty_bytes(). The pages of a new result cost a tenth of a solve of 5000 vertices: the
/// system clears each. Pages that are kept are the system's to take back, whenever it wants memory.
void define_kept_memory(nanobind::module_& module);

}  // namespace apsp::python
