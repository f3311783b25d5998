// SPDX-License-Identifier: MIT
// Weights: numbers of any kind made into what the graph file holds, or refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/distance.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// A factor for all weights; without one, weights must be whole already.
using Scale = std::optional<double>;

/// The weight x, or round(x * scale), halves away from 0. Nothing where it is not whole, or not in
/// (-kUnreachable, kUnreachable).
[[nodiscard]] std::optional<Distance> to_weight(double x, const Scale& scale);

/// What to_weight() expected of an `x` that it refused.
[[nodiscard]] std::string expected_weight(double x, const Scale& scale);

/// The weight that a word of the scanner's line says: an integer, or a number with a point or an
/// exponent. Throws Error(kInput).
[[nodiscard]] Distance read_weight(const Scanner& scanner, std::string_view word,
                                   const Scale& scale);

}  // namespace apsp::convert
