// SPDX-License-Identifier: MIT
// Formats that are not read: by which program or library each becomes one that is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace apsp::convert {

/// So many first bytes of a stream are asked for.
inline constexpr std::uint64_t kForeignHead = 4096;

/// Names the format that the first bytes show, and what reads it: "is GML, which ..., expected
/// ...". Empty where they show none of these formats.
[[nodiscard]] std::string foreign_content(std::string_view bytes);

/// The same of binary formats and of text in UTF-16 alone: what a stream that is no text may be.
[[nodiscard]] std::string foreign_binary(std::string_view bytes);

/// The same by the end of the path, where the content shows nothing.
[[nodiscard]] std::string foreign_suffix(std::string_view path);

}  // namespace apsp::convert
