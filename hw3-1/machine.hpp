// SPDX-License-Identifier: MIT
// Processors, as far as the choice of a method depends on them.
#pragma once

#include <cstddef>
#include <string_view>

#include "common/solve/machine.hpp"

namespace apsp::cpu {

/// The rates of processes, each with so many threads, with an instruction set, as docs/results has
/// them. Only choices depend on them. The dense method has no relaxations yet.
[[nodiscard]] Machine machine_of(std::string_view isa, int threads, std::size_t processes = 1);

}  // namespace apsp::cpu
