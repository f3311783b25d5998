// SPDX-License-Identifier: MIT
// The command line of hw3-path.
#pragma once

#include <optional>

#include "tools/path/path.hpp"

namespace apsp::path {

/// Parses, and sets the number of OpenMP threads if asked to. Nothing if --help or --version was
/// asked for and has been printed. Throws Error(kUsage).
[[nodiscard]] std::optional<Request> parse(int argc, char** argv);

}  // namespace apsp::path
