// SPDX-License-Identifier: MIT
// Integers of 64 bits, as NumPy makes them, in 32.
#pragma once

#include <cstdint>
#include <span>

#include "common/base/parallel_for.hpp"

namespace apsp::python {

/// Stores each integer in `to`, as large as `integers`. Returns whether all of them fit; those that
/// do not lose their upper bits. O(n), bound by memory.
[[nodiscard]] bool narrow_integers(std::span<const std::int64_t> integers,
                                   std::span<std::int32_t> to, Loop loop);

}  // namespace apsp::python
