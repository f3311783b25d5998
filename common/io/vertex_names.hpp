// SPDX-License-Identifier: MIT
// The names of a graph's vertices: a side file, one name a line, vertex 0 first.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace apsp {

/// The suffix of the side file of FILE: FILE.names.
inline constexpr const char* kNamesSuffix = ".names";

/// The names of `vertices` vertices. Lines end in LF or CR LF. Throws Error(kInput) where the file
/// is unreadable or has another number of lines.
[[nodiscard]] std::vector<std::string> read_names(const std::string& path, std::size_t vertices);

/// Returns the names to show for the graph or the distances in `file`. They are those of `asked`,
/// if a side file was asked for; else of `file`.names, if there is one; else none. Throws as
/// read_names().
[[nodiscard]] std::vector<std::string> names_for(const std::string& file, std::size_t vertices,
                                                 const std::optional<std::string>& asked);

}  // namespace apsp
