// SPDX-License-Identifier: MIT
// For tests: the refusal that a call ends in.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "common/base/error.hpp"
#include "common/testing/catch.hpp"

namespace apsp::test {

/// The Error that `call` throws, or nothing if it returns.
template <typename Call>
std::optional<Error> error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// Requires that `call` throws an Error of this fault whose message holds all of these parts.
template <typename Call>
void require_error(Fault fault, std::initializer_list<std::string> parts, Call call) {
  const std::optional<Error> error = error_of(call);
  REQUIRE(error.has_value());
  const std::string message = error->what();
  INFO("the message is: " << message);
  REQUIRE(error->fault() == fault);
  for (const std::string& part : parts) {
    INFO("the part is: " << part);
    REQUIRE(message.find(part) != std::string::npos);
  }
}

}  // namespace apsp::test
