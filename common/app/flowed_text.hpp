// SPDX-License-Identifier: MIT
// Help texts in lines that fit a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace apsp {

/// Returns the text in lines of at most `width` columns, broken at blanks; a longer word stays
/// whole. The lines of the text need not be of that width. One continues the paragraph of the line
/// before where it begins below that line's text and has no column of its own. Two blanks or more
/// within a line end a column: "  name  description" is a paragraph that goes on below
/// "description". Other lines that begin with blanks, such as examples, are paragraphs of their
/// own.
[[nodiscard]] std::string flowed(std::string_view text, std::size_t width);

/// Returns an entry of a list, with its line ends: two blanks, the name, and at `column` the flowed
/// description. Beside a longer name it begins on the next line.
[[nodiscard]] std::string flowed_entry(std::string_view name, std::string_view description,
                                       std::size_t column, std::size_t width);

}  // namespace apsp
