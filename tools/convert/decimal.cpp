// SPDX-License-Identifier: MIT
#include "tools/convert/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

namespace apsp::convert {
namespace {

constexpr std::int64_t kLargestExponent = 1'000'000'000'000'000;
constexpr std::int64_t kMostWholeDigits = 15;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Removes one sign, which a digit or a point must follow. Returns whether it is a minus.
bool take_sign(std::string_view& text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return negative;
}

/// The exponent behind an e, limited to +/-kLargestExponent; nothing where it is no whole number.
std::optional<std::int64_t> parse_exponent(std::string_view text) {
  const bool negative = take_sign(text);
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) value = std::min(10 * value + (c - '0'), kLargestExponent);
  return negative ? -value : value;
}

/// The digits of a number times a factor, the last one first.
std::string product_digits(const Decimal& number, std::uint64_t factor) {
  std::string product;
  product.reserve(number.text.size() + Factor::kMostDigits + 1);
  // A digit times the factor, and the carry, stay below 9 x 10^18 + 10^18, which 64 bits hold.
  std::uint64_t carry = 0;
  for (auto digit = number.text.rbegin(); digit != number.text.rend(); ++digit) {
    if (*digit == '.') continue;
    carry += factor * static_cast<std::uint64_t>(*digit - '0');
    product += static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  for (; carry > 0; carry /= 10) product += static_cast<char>('0' + carry % 10);
  product.erase(product.find_last_not_of('0') + 1);
  return product;
}

/// 0.d1d2d3..., as far as a double has digits.
double fraction(std::string_view digits) {
  constexpr std::size_t kSignificant = 17;
  double value = 0;
  for (std::size_t n = std::min(digits.size(), kSignificant); n-- > 0;) {
    value = (value + (digits[n] - '0')) / 10;
  }
  return value;
}

}  // namespace

std::optional<Decimal> Decimal::parse(std::string_view text) {
  Decimal number;
  number.negative = take_sign(text);
  const std::size_t mantissa = std::min(text.find_first_of("eE"), text.size());
  if (mantissa < text.size()) {
    const auto exponent = parse_exponent(text.substr(mantissa + 1));
    if (!exponent) return std::nullopt;
    number.exponent = *exponent;
  }
  number.text = text.substr(0, mantissa);
  const std::size_t point = number.text.find('.');
  if (point != std::string_view::npos) {
    number.exponent -= static_cast<std::int64_t>(number.text.size() - point - 1);
  }
  const auto digits = std::count_if(number.text.begin(), number.text.end(), is_digit);
  const auto others = static_cast<std::int64_t>(number.text.size()) - digits;
  if (digits == 0 || others != (point == std::string_view::npos ? 0 : 1)) return std::nullopt;
  return number;
}

bool are_equal(const Decimal& a, const Decimal& b) {
  const auto digits_and_exponent = [](const Decimal& number) {
    std::string digits = product_digits(number, 1);  // the last one first, no zeros in front
    const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
    digits.erase(0, zeros);
    return std::pair(digits, number.exponent + static_cast<std::int64_t>(zeros));
  };
  const auto [a_digits, a_exponent] = digits_and_exponent(a);
  const auto [b_digits, b_exponent] = digits_and_exponent(b);
  if (a_digits.empty() || b_digits.empty()) return a_digits == b_digits;  // 0 has no sign
  return a_digits == b_digits && a_exponent == b_exponent && a.negative == b.negative;
}

Factor::Factor(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  if (const auto factor = parse({text.data(), static_cast<std::size_t>(end - text.data())})) {
    *this = *factor;
  }
}

std::optional<Factor> Factor::parse(std::string_view text) {
  const std::optional<Decimal> number = Decimal::parse(text);
  if (!number || number->negative) return std::nullopt;
  std::string digits = product_digits(*number, 1);  // the last one first, no zeros in front
  const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
  digits.erase(0, zeros);
  if (digits.empty() || digits.size() > std::size_t{kMostDigits}) return std::nullopt;
  Factor factor;
  factor.text_ = text;
  factor.digits_ = 0;
  factor.exponent_ = number->exponent + static_cast<std::int64_t>(zeros);
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    factor.digits_ = 10 * factor.digits_ + static_cast<std::uint64_t>(*digit - '0');
  }
  return factor;
}

std::optional<Rounded> round_product(const Decimal& number, const Factor& factor) {
  std::string digits = product_digits(number, factor.digits());
  if (digits.empty()) return Rounded{};
  std::reverse(digits.begin(), digits.end());
  const std::int64_t before_point =
      static_cast<std::int64_t>(digits.size()) + number.exponent + factor.exponent();
  if (before_point > kMostWholeDigits) return std::nullopt;
  if (before_point < 0) return Rounded{0, false, 1};
  const auto split = std::min(static_cast<std::size_t>(before_point), digits.size());
  std::int64_t whole = 0;
  std::from_chars(digits.data(), digits.data() + split, whole);
  for (std::int64_t at = static_cast<std::int64_t>(digits.size()); at < before_point; ++at) {
    whole *= 10;
  }
  const std::string_view rest = std::string_view(digits).substr(split);
  const double beyond = fraction(rest);
  const bool up = !rest.empty() && rest.front() >= '5';
  Rounded rounded;
  rounded.exact = rest.find_first_not_of('0') == std::string_view::npos;
  rounded.relative_change = (up ? 1 - beyond : beyond) / (static_cast<double>(whole) + beyond);
  rounded.whole = whole + (up ? 1 : 0);
  if (rounded.whole == 0) rounded.relative_change = 1;  // digits are not all 0
  if (number.negative) rounded.whole = -rounded.whole;
  return rounded;
}

}  // namespace apsp::convert
