// SPDX-License-Identifier: MIT
// Weights: numbers of any kind made into what the graph file holds, or refused.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tools/convert/read_options.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// The weight x, or round(x * scale), halves away from 0: in exact decimal arithmetic, of a binary
/// number its shortest decimal. Nothing where it is not whole, or not in (-kUnreachable,
/// kUnreachable). With options.unweighted options.weight, whatever x is. kUnreachable where
/// options.no_edge says that x is no edge.
[[nodiscard]] std::optional<Distance> to_weight(std::int64_t x, const ReadOptions& options);
[[nodiscard]] std::optional<Distance> to_weight(float x, const ReadOptions& options);
[[nodiscard]] std::optional<Distance> to_weight(double x, const ReadOptions& options);

/// The same of any other whole number.
template <typename Integer, std::enable_if_t<std::is_integral_v<Integer>, bool> = true>
[[nodiscard]] std::optional<Distance> to_weight(Integer x, const ReadOptions& options) {
  const bool huge = !std::in_range<std::int64_t>(x);
  return to_weight(huge ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(x),
                   options);
}

/// The same of a number as it is written; nothing also where it is no decimal number.
[[nodiscard]] std::optional<Distance> to_weight(std::string_view x, const ReadOptions& options);

/// Whether a word is options.no_edge: the same text, an equal number, or both are missing numbers.
[[nodiscard]] bool is_no_edge(std::string_view word, const ReadOptions& options);

/// Whether a word is a number below 0.
[[nodiscard]] bool is_negative(std::string_view word);

/// Whether a word is a number, with a point or a comma before its fraction.
[[nodiscard]] bool is_number(std::string_view word);

/// The expectation of to_weight() for an `x` that it refused, for messages.
[[nodiscard]] std::string expected_weight(double x, const Scale& scale);

/// The weight that a word of the scanner's line says: an integer, or a number with a point or an
/// exponent; to_weight(). With options.decimal ',' a comma is the point of texts. Throws
/// Error(kInput).
[[nodiscard]] Distance read_weight(const Scanner& scanner, std::string_view word,
                                   const ReadOptions& options);

}  // namespace apsp::convert
