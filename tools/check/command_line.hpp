// SPDX-License-Identifier: MIT
// The command line of hw3-check.
#pragma once

#include <optional>
#include <string>

#include "common/app/distance_part.hpp"
#include "tools/check/check.hpp"

namespace apsp::check {

/// The request of the user. Exactly one of `expected` and `graph` is set.
struct CommandLine {
  std::string found;
  std::string expected;
  std::string graph;
  bool undirected = false;  // each edge of the graph leads both ways
  Rows rows;
  DistancePart part;  // of the matrix: what both files hold
  bool quiet = false;
};

/// Parses, and sets the number of OpenMP threads if asked to. Nothing if --help or --version was
/// asked for and has been printed. Throws Error(kUsage).
[[nodiscard]] std::optional<CommandLine> parse(int argc, char** argv);

}  // namespace apsp::check
