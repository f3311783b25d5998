// SPDX-License-Identifier: MIT
// Detects an output that would destroy its own input.
#pragma once

#include <string>

namespace apsp {

/// Returns true if both paths name one file, by any name or link. Devices are no files: /dev/null
/// may well be both. "-" is the stream given, a descriptor.
[[nodiscard]] bool same_file(const std::string& first, int first_stream, const std::string& second,
                             int second_stream);

}  // namespace apsp
