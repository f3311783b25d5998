// SPDX-License-Identifier: MIT
// The command line of hw3-cat.
#pragma once

#include <optional>

#include "tools/show/show.hpp"

namespace apsp::show {

/// Parses. Nothing if --help or --version was asked for and has been printed. Throws Error(kUsage).
[[nodiscard]] std::optional<Request> parse(int argc, char** argv);

}  // namespace apsp::show
