// SPDX-License-Identifier: MIT
#include "common/base/json.hpp"

#include <nlohmann/json.hpp>
#include <type_traits>

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
  return text_of(library_value(*this), -1);
}

std::string Json::line_per_member() const {
  std::string text = "{";
  for (const auto& [key, member] : std::get<Object>(value_)) {
    text += text.size() == 1 ? "\n  " : ",\n  ";
    text += text_of(Library(key), -1) + ": " + member.line();
  }
  return text + "\n}";
}

}  // namespace apsp
