// SPDX-License-Identifier: MIT
// Proposals for words that are misspelt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apsp {

/// Returns those of `known` that `given` may stand for: the words that begin with it, or else the
/// nearest one. At most a third of its letters may be wrong, missing, too many or swapped.
[[nodiscard]] std::vector<std::string> nearest_words(std::string_view given,
                                                     const std::vector<std::string>& known);

}  // namespace apsp
