// SPDX-License-Identifier: MIT
// Decimal numbers as they are written, and their exact products: no binary rounding takes part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace apsp::convert {

/// A decimal number: +/- digits x 10^exponent. Exact, however many digits there are.
struct Decimal {
  std::string_view text;      // the digits, and perhaps one point among them, which does not count
  std::int64_t exponent = 0;  // of the last digit; beyond +/-10^15 it stays there
  bool negative = false;

  /// "5", "+5", "-0.25", ".5", "1e-3": nothing for anything else, such as "inf", "nan" or "0x10".
  /// The number is a view into `text`. O(size).
  static std::optional<Decimal> parse(std::string_view text);
};

/// Whether two numbers are equal, however they are written: 1000, 1e3 and 1000.0. O(size).
[[nodiscard]] bool are_equal(const Decimal& a, const Decimal& b);

/// A factor above 0 of at most 18 significant digits: 1000, 0.5, 1e-3.
class Factor {
 public:
  static constexpr int kMostDigits = 18;

  Factor() = default;  // 1

  /// The shortest decimal that reads as `value`. `value` is finite and above 0.
  Factor(double value);  // NOLINT(google-explicit-constructor): a number is a factor

  /// The factor that a text says. Nothing where it is no number, not above 0, or too long.
  static std::optional<Factor> parse(std::string_view text);

  [[nodiscard]] std::uint64_t digits() const { return digits_; }
  [[nodiscard]] std::int64_t exponent() const { return exponent_; }

  /// The factor as it was given.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_ = "1";
  std::uint64_t digits_ = 1;   // in [1, 10^18)
  std::int64_t exponent_ = 0;  // of the last digit
};

/// A product, rounded to a whole number.
struct Rounded {
  std::int64_t whole = 0;      // halves go away from 0
  bool exact = true;           // the product is whole
  double relative_change = 0;  // |whole - product| / |product|, about; at most 1
};

/// number x factor. Nothing where the whole number has more than 15 digits. O(number's digits).
[[nodiscard]] std::optional<Rounded> round_product(const Decimal& number, const Factor& factor);

}  // namespace apsp::convert
