// SPDX-License-Identifier: MIT
// hw3-1's kernels: every routine of a set's function table, and the panels that are made of them.
#pragma once

#include <string>

#include "hw3-1/kernels/kernels.hpp"
#include "tools/kernels/kernel_case.hpp"

namespace apsp::kernels {

/// Appends the kernels of `set`, in each width, then for elements that round: pack, product,
/// row-panel, column-panel, close, of integers widen. `set` must outlive the list.
void add_cpu_kernels(const cpu::KernelSet& set, KernelList& list);

/// Appends the kernels of every set that this build holds, the portable one first.
void add_cpu_kernels(KernelList& list);

}  // namespace apsp::kernels
