// SPDX-License-Identifier: MIT
// Standard output of a program that shows something, where a pipe may lead to `head`.
#pragma once

#include <string_view>

namespace apsp {

/// Thrown where no process reads standard output any more, which is its right.
struct ReaderGone {};

/// Writes all of `text`. Throws ReaderGone, and Error(kOutput).
void write_standard_output(std::string_view text);

}  // namespace apsp
