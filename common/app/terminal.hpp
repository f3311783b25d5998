// SPDX-License-Identifier: MIT
// The terminal that a program writes to.
#pragma once

#include <cstdio>

namespace apsp {

/// Returns the columns of a line of the terminal behind `stream`; 80 where it is no terminal, or
/// one that does not tell.
[[nodiscard]] int terminal_columns(std::FILE* stream);

}  // namespace apsp
