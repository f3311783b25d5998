// SPDX-License-Identifier: MIT
// Windows into rows, columns and edges: "A:B", half-open, either end may be missing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace apsp::show {

/// A range that is known.
struct Range {
  std::size_t first = 0;
  std::size_t end = 0;

  [[nodiscard]] std::size_t size() const { return end - first; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// A range as the user asked for it: a missing end is the end of what there is.
struct Window {
  std::optional<std::size_t> first;
  std::optional<std::size_t> end;

  /// Nothing where `text` is no window: "2:5", "2:", ":5" and ":" are.
  [[nodiscard]] static std::optional<Window> parse(std::string_view text);

  /// The window into `count` things. Throws Error(kUsage) where it leads out of them or ends before
  /// it begins; `option` and `what` are for the message: "--rows", "row".
  [[nodiscard]] Range of(std::size_t count, const std::string& option,
                         const std::string& what) const;
};

}  // namespace apsp::show
