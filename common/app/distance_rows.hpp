// SPDX-License-Identifier: MIT
// The distance files that tools read: all rows, or those of --sources.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/app/option_parser.hpp"
#include "common/app/source_list.hpp"
#include "common/io/distance_file.hpp"

namespace apsp {

/// Opens a distance file with a row for each of `sources`, or without them for each vertex. V is
/// `vertices`, or else follows from the size. Throws Error(kUsage) where a range of `sources` ends
/// with V, and V is not given. Throws Error(kInput) for another size, as DistanceFile.
[[nodiscard]] DistanceFile open_distances(const std::string& path,
                                          const std::optional<SourceList>& sources,
                                          std::optional<std::size_t> vertices);

/// Adds --sources and --vertices, for a tool that reads a distance file without its graph.
/// `sources` and `vertices` outlive the parser. Returns the first one.
OptionParser::Option add_distance_rows(OptionParser& parser, std::optional<SourceList>& sources,
                                       std::optional<std::size_t>& vertices);

/// Refuses, as OptionParser::refuse(), to read standard input twice: `files` are the inputs beside
/// that of `sources`.
void refuse_second_stream(const OptionParser& parser, std::vector<std::string> files,
                          const std::optional<SourceList>& sources);

}  // namespace apsp
