// SPDX-License-Identifier: MIT
// The path at the end of a chain of symbolic links.
#pragma once

#include <filesystem>

namespace apsp {

/// Returns the path behind every symbolic link, also behind one whose target does not exist yet.
/// Sets errno and returns an empty path if there is no end to it.
[[nodiscard]] std::filesystem::path follow_links(std::filesystem::path path);

}  // namespace apsp
