// SPDX-License-Identifier: MIT
// The command line of hw3-convert.
#pragma once

#include <optional>

#include "tools/convert/convert.hpp"

namespace apsp::convert {

struct CommandLine {
  Conversion conversion;
  bool quiet = false;
};

/// Parses. Nothing if --help or --version was asked for and has been printed. Throws Error(kUsage).
[[nodiscard]] std::optional<CommandLine> parse(int argc, char** argv);

}  // namespace apsp::convert
