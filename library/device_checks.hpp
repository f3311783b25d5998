// SPDX-License-Identifier: MIT
// The checks of what callers give in the memory of a GPU.
#pragma once

#include "apsp/device_matrix.hpp"

namespace apsp {

/// Throws Error(kUsage) unless distances may have this element.
void require_element_of_rows(Element element);

/// Throws Error(kUsage) unless elements may lie at `data`. `what` they are: "weights".
void require_aligned(const char* what, const void* data, Element element);

}  // namespace apsp
