// SPDX-License-Identifier: MIT
// The options that ask for sparse rows in the place of whole ones.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "apsp/near.hpp"
#include "common/app/option_parser.hpp"

namespace apsp {

struct NearOptions {
  std::optional<Distance> within;      // the largest distance, [0, kUnreachable)
  std::optional<std::size_t> nearest;  // vertices of a row beside its source
  std::optional<PathVertex> path_vertex;

  /// Whether sparse rows are wanted.
  [[nodiscard]] bool wanted() const { return within || nearest; }
};

/// Adds --within, --nearest and --path-vertices. Returns the first two, for options that do not go
/// with them. `options` must outlive the parsing.
std::array<OptionParser::Option, 2> add_near_options(OptionParser& parser, NearOptions& options);

}  // namespace apsp
