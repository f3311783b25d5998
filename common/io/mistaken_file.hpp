// SPDX-License-Identifier: MIT
// Hints for the refusal of a file that is of another kind than the one expected. A file that is
// valid is never refused for what it looks like.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace apsp {

/// Returns true if the first bytes, at most 512, are text: printable ASCII or UTF-8, blanks, line
/// ends. Takes at least one byte. O(1).
[[nodiscard]] bool looks_like_text(std::span<const std::byte> bytes);

/// Returns true if the bytes are text in UTF-16, with a byte order mark or without, by their first
/// three or four characters, which are of ASCII: in numbers seldom every other byte alone is a NUL.
/// O(1).
[[nodiscard]] bool looks_like_wide_text(std::span<const std::byte> bytes);

/// Returns the message that refuses the file `name`: its kind and what to do with it first, where
/// there is a `hint`; then the `problem`.
[[nodiscard]] std::string refusal(std::string_view name, std::string_view hint,
                                  std::string_view problem);

/// Returns the hint for the refusal of a graph file: that it looks like text, and which program
/// reads text; empty if it does not.
[[nodiscard]] std::string hint_for_graph(std::span<const std::byte> bytes);

/// The same, that it looks like distances. O(V) for V x V of them.
[[nodiscard]] std::string hint_of_distances(std::span<const std::byte> bytes);

/// The same for a distance file; also that the bytes are a graph file, where they are a valid one.
/// The sizes 8 + 12 E and 4 V^2 never coincide, because no square leaves 2 when divided by 3. O(E).
[[nodiscard]] std::string hint_for_distances(std::span<const std::byte> bytes);

}  // namespace apsp
