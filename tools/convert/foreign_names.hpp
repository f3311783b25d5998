// SPDX-License-Identifier: MIT
// The names of formats that are not read, by what is in a file.
#pragma once

#include <string_view>

namespace apsp::convert {

/// The name of a format of text, or nothing. `head` is the beginning of `bytes`, from what is no
/// blank on.
[[nodiscard]] std::string_view name_of_foreign_text(std::string_view bytes, std::string_view head);

/// The name of a binary format or of an encoding, or nothing. `head` is the beginning of `bytes`.
[[nodiscard]] std::string_view name_of_foreign_binary(std::string_view bytes,
                                                      std::string_view head);

/// The name of a format of markup, or nothing. `head` begins with what is no blank.
[[nodiscard]] std::string_view name_of_markup(std::string_view head);

/// What is left of a text once the comments at its top are gone: those that begin with # or % or
/// //, and those of C.
[[nodiscard]] std::string_view without_comments(std::string_view text);

}  // namespace apsp::convert
