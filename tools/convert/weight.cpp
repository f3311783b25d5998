// SPDX-License-Identifier: MIT
#include "tools/convert/weight.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "tools/convert/csv_record.hpp"

namespace apsp::convert {
namespace {

bool in_range(std::int64_t value) {
  return value > -kUnreachable && value < kUnreachable;
}

void record(Rounding& rounding, const Rounded& rounded, std::string_view number) {
  if (rounded.whole == 0) {
    ++rounding.zeroed;
    if (number.starts_with('-')) {
      if (rounding.negative_zeroed++ == 0) rounding.negative = shown(number);
      rounding.same_negative = rounding.same_negative && rounding.negative == shown(number);
    }
  }
  if (rounded.relative_change <= rounding.largest_change) return;
  rounding.largest_change = rounded.relative_change;
  rounding.example = shown(number);
  rounding.became = static_cast<Distance>(rounded.whole);
}

/// The same number with a point before its fraction; nothing where it has another one.
std::optional<std::string> with_point(std::string_view word, char decimal) {
  if (decimal != '.' && word.find('.') != std::string_view::npos) return std::nullopt;
  std::string text(word);
  std::replace(text.begin(), text.end(), decimal, '.');
  return text;
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

/// The expectation of read_weight() for a word that it refused; `text` has a point, if it can.
std::string expected_of(std::string_view word, const std::optional<std::string>& text,
                        const ReadOptions& options) {
  std::string_view without_plus = text ? std::string_view(*text) : std::string_view();
  if (without_plus.starts_with('+')) without_plus.remove_prefix(1);
  if (const std::optional<double> x = approximate(without_plus)) {
    return expected_weight(*x, options.scale);
  }
  if (options.decimal == ',') return "a number with a comma, not a point, before its fraction";
  if (is_number(word)) return "a number; --decimal , takes a comma for the point";
  return is_missing(word) ? "a number; --no-edge NA says that it stands for no edge" : "a number";
}

}  // namespace

bool is_no_edge(std::string_view word, const ReadOptions& options) {
  if (options.no_edge.empty()) return false;
  if (word == options.no_edge) return true;
  if (is_missing(word))
    return is_missing(options.no_edge) && (word == "-" || !word.starts_with('-'));
  const auto number = Decimal::parse(word);
  const auto value = Decimal::parse(options.no_edge);
  return number && value && are_equal(*number, *value);
}

bool is_negative(std::string_view word) {
  return word.starts_with('-') && word.find_first_of("123456789") != std::string_view::npos;
}

bool is_number(std::string_view word) {
  if (Decimal::parse(word)) return true;
  const auto text = with_point(word, ',');
  return text && Decimal::parse(*text);
}

std::optional<Distance> to_weight(std::int64_t x, const ReadOptions& options) {
  if (options.scale || !options.no_edge.empty()) return to_weight_by_digits(x, options);
  if (options.unweighted) return options.weight;
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
  if (is_no_edge(x, options)) return kUnreachable;
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
  return fmt::format("{}{} to {}{}; --no-edge VALUE says which number stands for no edge",
                     scale ? "a number that the scale brings into " : "", 1 - kUnreachable,
                     kUnreachable - 1, scale ? "" : ", a whole number");
}

Distance read_weight(const Scanner& scanner, std::string_view word, const ReadOptions& options) {
  if (is_no_edge(word, options)) return kUnreachable;
  if (options.unweighted) return options.weight;
  if (!options.scale) {
    std::int64_t whole = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, whole);
    if (error == std::errc{} && stop == end && in_range(whole)) {
      return static_cast<Distance>(whole);
    }
  }
  const std::optional<std::string> text = with_point(word, options.decimal);
  if (const auto weight = text ? to_weight(*text, options) : std::nullopt) return *weight;
  scanner.refuse(word, "the weight", expected_of(word, text, options));
}

}  // namespace apsp::convert
