// SPDX-License-Identifier: MIT
// Detects an output that would destroy an input or another output.
#pragma once

#include <string>

namespace apsp {

/// Returns true if both paths name one file, by any name, folder or link. A file that does not
/// exist yet is compared by its folder and its name. Devices are no files: /dev/null may well be
/// both. "-" is the stream given, a descriptor.
[[nodiscard]] bool same_file(const std::string& first, int first_stream, const std::string& second,
                             int second_stream);

}  // namespace apsp
