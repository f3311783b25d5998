// SPDX-License-Identifier: MIT
#include "common/base/json.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <variant>

namespace apsp {
namespace {

using Library = nlohmann::ordered_json;

Library library_value(const Json& json) {
  return std::visit(
      [](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, Json::Array>) {
          Library array = Library::array();
          for (const Json& element : value) array.push_back(library_value(element));
          return array;
        } else if constexpr (std::is_same_v<T, Json::Object>) {
          Library object = Library::object();
          for (const auto& [key, member] : value) object[key] = library_value(member);
          return object;
        } else {
          return Library(value);
        }
      },
      json.value());
}

/// `indent`: blanks a level; -1: all on one line.
std::string text_of(const Library& value, int indent) {
  return value.dump(indent, ' ', false, Library::error_handler_t::replace);
}

/// Whether the library writes them: these have more to them than digits.
bool is_text_or_fraction(const Json& json) {
  return std::holds_alternative<double>(json.value()) ||
         std::holds_alternative<std::string>(json.value());
}

/// Appends the text on one line. Arrays of a summary have many whole numbers: these need not become
/// the library's values first.
void append_line(const Json& json, std::string& text) {
  std::visit(
      [&](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, Json::Array>) {
          if (!value.empty() && is_text_or_fraction(value.front())) {  // all of them together
            text += text_of(library_value(json), -1);
            return;
          }
          text += '[';
          for (const Json& element : value) {
            if (&element != value.data()) text += ',';
            append_line(element, text);
          }
          text += ']';
        } else if constexpr (std::is_same_v<T, Json::Object>) {
          text += '{';
          for (const auto& member : value) {
            if (&member != value.data()) text += ',';
            text += text_of(Library(member.first), -1) + ':';
            append_line(member.second, text);
          }
          text += '}';
        } else if constexpr (std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint64_t>) {
          const fmt::format_int digits(value);
          text.append(digits.data(), digits.size());
        } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
          text += "null";
        } else {
          text += text_of(Library(value), -1);
        }
      },
      json.value());
}

}  // namespace

Json Json::array() {
  Json json;
  json.value_ = Array();
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json& Json::operator[](std::string_view key) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Object();
  auto& members = std::get<Object>(value_);
  for (auto& [name, member] : members) {
    if (name == key) return member;
  }
  return members.emplace_back(key, Json()).second;
}

void Json::push_back(Json value) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Array();
  std::get<Array>(value_).push_back(std::move(value));
}

std::string Json::indented() const {
  return text_of(library_value(*this), 2);
}

std::string Json::line() const {
  std::string text;
  append_line(*this, text);
  return text;
}

std::string Json::line_per_member() const {
  std::string text = "{";
  for (const auto& [key, member] : std::get<Object>(value_)) {
    text += text.size() == 1 ? "\n  " : ",\n  ";
    text += text_of(Library(key), -1) + ": ";
    append_line(member, text);
  }
  return text + "\n}";
}

}  // namespace apsp
