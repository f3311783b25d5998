// SPDX-License-Identifier: MIT
#include "tools/show/window.hpp"

#include <fmt/core.h>

#include <charconv>
#include <system_error>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"

namespace apsp::show {
namespace {

/// False where the text is neither empty nor a number.
bool parse_end(std::string_view text, std::optional<std::size_t>& end) {
  if (text.empty()) return true;
  const char* const last = text.data() + text.size();
  std::size_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), last, value);
  end = value;
  return error == std::errc{} && stop == last;
}

}  // namespace

std::optional<Window> Window::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  Window window;
  if (colon == std::string_view::npos || !parse_end(text.substr(0, colon), window.first) ||
      !parse_end(text.substr(colon + 1), window.end)) {
    return std::nullopt;
  }
  return window;
}

Range Window::of(std::size_t count, const std::string& option, const std::string& what) const {
  const Range range{first.value_or(0), end.value_or(count)};
  if (range.end > count || range.first > range.end) {
    throw Error(
        Fault::kUsage,
        fmt::format("{} is {}:{}, but there {} {}, expected 0 <= A <= B <= {}", option, range.first,
                    range.end, count == 1 ? "is" : "are", counted(count, what), count));
  }
  return range;
}

}  // namespace apsp::show
