// SPDX-License-Identifier: MIT
// Text by lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace apsp {

/// Returns the lines of a text, views of it. They end in LF or CR LF, the last one perhaps in
/// nothing. The mark of UTF-8 that Windows' editors put before a text is no part of it. O(bytes).
[[nodiscard]] inline std::vector<std::string_view> lines_of(std::span<const std::byte> bytes) {
  std::string_view rest(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (rest.starts_with(kByteOrderMark)) rest.remove_prefix(kByteOrderMark.size());
  std::vector<std::string_view> lines;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

}  // namespace apsp
