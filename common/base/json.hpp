// SPDX-License-Identifier: MIT
// JSON values to be written. json.cpp alone includes the JSON library, which takes seconds to
// compile.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace apsp {

/// A JSON value: null, a boolean, a number, a string, an array, or an object whose members keep the
/// order in which they were added. Strings may hold any bytes: those that are no UTF-8 are written
/// as U+FFFD. Numbers that are not finite are written as null.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;
  using Value = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string,
                             Array, Object>;

  // Implicit, so that a member is added by `json["vertices"] = 5`.
  Json() = default;  // null
  Json(std::same_as<bool> auto truth) : value_(truth) {}
  Json(std::signed_integral auto number) : value_(std::int64_t{number}) {}
  template <std::unsigned_integral Number>
  requires(!std::same_as<Number, bool>) Json(Number number) : value_(std::uint64_t{number}) {}
  Json(double number) : value_(number) {}
  Json(std::string text) : value_(std::move(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(const char* text) : value_(std::string(text)) {}
  /// Null where there is no value.
  template <typename T>
  Json(const std::optional<T>& value) {
    if (value) *this = Json(*value);
  }
  /// An array.
  template <typename T>
  Json(const std::vector<T>& values) : value_(Array(values.begin(), values.end())) {}

  [[nodiscard]] static Json array();   // []
  [[nodiscard]] static Json object();  // {}

  /// Returns the member `key` of an object, added as null if there is none; null becomes an object.
  /// Throws std::bad_variant_access for any other value. O(members).
  Json& operator[](std::string_view key);

  /// Appends to an array; null becomes an array. Throws std::bad_variant_access for any other
  /// value.
  void push_back(Json value);

  [[nodiscard]] const Value& value() const { return value_; }

  /// Returns the text with a line for each element and member, indented by two blanks a level, and
  /// no newline at the end.
  [[nodiscard]] std::string indented() const;

  /// Returns the text on one line.
  [[nodiscard]] std::string line() const;

  /// Returns an object's text with a line for each member, whose value takes one line, and no
  /// newline at the end. Throws std::bad_variant_access for any other value.
  [[nodiscard]] std::string line_per_member() const;

 private:
  Value value_;
};

}  // namespace apsp
