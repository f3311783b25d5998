// SPDX-License-Identifier: MIT
// Parts of inputs in messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace apsp {

/// A part of the input as a message shows it: short, and free of control characters.
[[nodiscard]] inline std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string shown(text.substr(0, kMost));
  std::replace_if(
      shown.begin(), shown.end(), [](unsigned char c) { return c < ' ' || c == 127; }, '?');
  return shown + (text.size() > kMost ? "..." : "");
}

}  // namespace apsp
