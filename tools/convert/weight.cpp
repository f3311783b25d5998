// SPDX-License-Identifier: MIT
#include "tools/convert/weight.hpp"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace apsp::convert {
namespace {

bool in_range(std::int64_t value) {
  return value > -kUnreachable && value < kUnreachable;
}

void record(Rounding& rounding, const Rounded& rounded, std::string_view number) {
  if (rounded.whole == 0) ++rounding.zeroed;
  if (rounded.relative_change <= rounding.largest_change) return;
  rounding.largest_change = rounded.relative_change;
  rounding.example = shown(number);
  rounding.became = static_cast<Distance>(rounded.whole);
}

template <typename Number>
std::optional<Distance> to_weight_by_digits(Number x, const ReadOptions& options) {
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr;
  return to_weight(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())),
                   options);
}

/// The number that a word says, about; infinity where it is too large or small.
std::optional<double> approximate(std::string_view word) {
  double x = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, x);
  if (stop != end || error == std::errc::invalid_argument) return std::nullopt;
  return error == std::errc{} ? x : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<Distance> to_weight(std::int64_t x, const ReadOptions& options) {
  if (options.unweighted) return options.weight;
  if (options.scale) return to_weight_by_digits(x, options);
  if (!in_range(x)) return std::nullopt;
  return static_cast<Distance>(x);
}

std::optional<Distance> to_weight(float x, const ReadOptions& options) {
  return to_weight_by_digits(x, options);
}

std::optional<Distance> to_weight(double x, const ReadOptions& options) {
  return to_weight_by_digits(x, options);
}

std::optional<Distance> to_weight(std::string_view x, const ReadOptions& options) {
  if (options.unweighted) return options.weight;
  const std::optional<Decimal> number = Decimal::parse(x);
  if (!number) return std::nullopt;
  const auto rounded = round_product(*number, options.scale.value_or(Factor()));
  if (!rounded || !in_range(rounded->whole) || (!options.scale && !rounded->exact)) {
    return std::nullopt;
  }
  if (!rounded->exact && options.rounding != nullptr) record(*options.rounding, *rounded, x);
  return static_cast<Distance>(rounded->whole);
}

std::string expected_weight(double x, const Scale& scale) {
  if (!scale && std::abs(x) < kUnreachable) return "a whole number; --scale X takes round(x * X)";
  return fmt::format("{}{} to {}{}", scale ? "a number that the scale brings into " : "",
                     1 - kUnreachable, kUnreachable - 1, scale ? "" : ", a whole number");
}

Distance read_weight(const Scanner& scanner, std::string_view word, const ReadOptions& options) {
  if (options.unweighted) return options.weight;
  if (!options.scale) {
    std::int64_t whole = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, whole);
    if (error == std::errc{} && stop == end && in_range(whole)) {
      return static_cast<Distance>(whole);
    }
  }
  if (const std::optional<Distance> weight = to_weight(word, options)) return *weight;
  std::string_view unsigned_word = word;
  if (word.starts_with('+')) unsigned_word.remove_prefix(1);
  const std::optional<double> x = approximate(unsigned_word);
  scanner.refuse(word, "the weight", x ? expected_weight(*x, options.scale) : "a number");
}

}  // namespace apsp::convert
