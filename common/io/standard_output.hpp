// SPDX-License-Identifier: MIT
// Standard output: its names, and writing to it for a program that shows something, where a pipe
// may lead to `head`.
#pragma once

#include <string_view>

namespace apsp {

/// Whether an OUTPUT of this name is standard output, whatever that is.
[[nodiscard]] bool is_standard_output(std::string_view path);

/// Thrown where no process reads standard output any more, which is its right.
struct ReaderGone {};

/// Writes all of `text`. Throws ReaderGone, and Error(kOutput).
void write_standard_output(std::string_view text);

}  // namespace apsp
