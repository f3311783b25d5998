// SPDX-License-Identifier: MIT
// The command line of hw3-stats.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "common/app/distance_part.hpp"

namespace apsp::stats {

/// The request of the user.
struct Request {
  std::string input;                 // "-": standard input
  std::optional<std::string> names;  // a side file; nothing: INPUT.names where that stands
  DistancePart part;                 // of the matrix: what the file holds
  bool numbers = false;              // no names at all
  std::optional<std::string> json;   // "-": standard output, in place of the text
  std::optional<std::string> plot;   // is_picture()
  bool quiet = false;
};

/// Parses. Nothing if --help or --version was asked for and has been printed. Throws Error(kUsage).
[[nodiscard]] std::optional<Request> parse(int argc, char** argv);

}  // namespace apsp::stats
