// SPDX-License-Identifier: MIT
// hw3-gen's command line: what the user typed, made into a recipe.
#pragma once

#include <optional>
#include <string>

#include "tools/generate/recipe.hpp"

namespace apsp::generate {

/// The task of one run of hw3-gen.
struct CommandLine {
  Recipe recipe;
  std::string output;  // a path, or "-"
  bool sync = false;   // flush the file to the disk before it gets its name
};

/// Parses, and sets OpenMP's number of threads if --threads says so. Nothing where --help or
/// --version was asked for and has been printed. Throws Error(kUsage) for what is not understood;
/// what cannot be made is refused by the recipe.
[[nodiscard]] std::optional<CommandLine> parse(int argc, char** argv);

}  // namespace apsp::generate
