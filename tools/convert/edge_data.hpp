// SPDX-License-Identifier: MIT
// The data of an edge as networkx.write_edgelist() writes them: a dictionary of Python's.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// The value of `key` in {'weight': 3, 'colour': "red"}, as it stands there, or nothing. Adds the
/// other keys to `others`. Values are numbers, texts in quotes, True, False, None, and lists,
/// tuples and dictionaries of them. Throws Error(kInput), with the place in the scanner's line, for
/// anything else.
[[nodiscard]] std::string_view value_in_data(const Scanner& scanner, std::string_view data,
                                             std::string_view key, std::set<std::string>& others);

/// The key of the weight: "weight" if it is there or no key has a number, else the only one that
/// has. Throws Error(kInput) where several have, or one of the way back, and as above.
[[nodiscard]] std::string weight_key_in_data(const Scanner& scanner, std::string_view data);

}  // namespace apsp::convert
