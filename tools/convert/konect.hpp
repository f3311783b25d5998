// SPDX-License-Identifier: MIT
// How a file of the KONECT collection is known.
#pragma once

#include <string_view>

namespace apsp::convert {

/// Whether a first line is the header of a KONECT file: "% sym unweighted".
[[nodiscard]] bool is_konect_header(std::string_view line);

}  // namespace apsp::convert
