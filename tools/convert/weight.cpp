// SPDX-License-Identifier: MIT
#include "tools/convert/weight.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <system_error>

namespace apsp::convert {
namespace {

bool in_range(double value) {
  return std::abs(value) < kUnreachable;  // false for NaN
}

}  // namespace

std::optional<Distance> to_weight(double x, const Scale& scale) {
  const double value = scale ? std::round(x * *scale) : x;
  if (!in_range(value) || value != std::trunc(value)) return std::nullopt;
  return static_cast<Distance>(value);
}

std::string expected_weight(double x, const Scale& scale) {
  if (!scale && in_range(x)) return "a whole number; --scale X takes round(x * X)";
  return fmt::format("{}{} to {}{}", scale ? "a number that the scale brings into " : "",
                     1 - kUnreachable, kUnreachable - 1, scale ? "" : ", a whole number");
}

Distance read_weight(const Scanner& scanner, std::string_view word, const Scale& scale) {
  const char* const end = word.data() + word.size();
  if (!scale) {
    std::int64_t whole = 0;
    const auto [stop, error] = std::from_chars(word.data(), end, whole);
    if (error == std::errc{} && stop == end && whole > -kUnreachable && whole < kUnreachable) {
      return static_cast<Distance>(whole);
    }
  }
  double x = 0;
  const auto [stop, error] = std::from_chars(word.data(), end, x);
  if (error == std::errc::result_out_of_range) {
    x = std::numeric_limits<double>::infinity();  // or too small, which rounds to nothing useful
  } else if (error != std::errc{} || stop != end) {
    scanner.refuse(word, "the weight", "a number");
  }
  const std::optional<Distance> weight = to_weight(x, scale);
  if (!weight) scanner.refuse(word, "the weight", expected_weight(x, scale));
  return *weight;
}

}  // namespace apsp::convert
