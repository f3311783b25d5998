// SPDX-License-Identifier: MIT
#include "common/app/distance_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "common/base/error.hpp"

namespace apsp {

DistanceFile open_distances(const std::string& path, const std::optional<SourceList>& sources,
                            std::optional<std::size_t> vertices) {
  if (!sources) {
    return vertices ? DistanceFile(path, *vertices, vertices) : DistanceFile(path);
  }
  const std::optional<std::size_t> rows = sources->size(vertices);
  if (!rows) {
    throw Error(Fault::kUsage,
                fmt::format("{}: a range ends with V, which the size of {} does not tell, expected "
                            "ranges A:B with a B, or --vertices V",
                            sources->option(), path));
  }
  return {path, *rows, vertices};
}

OptionParser::Option add_distance_rows(OptionParser& parser, std::optional<SourceList>& sources,
                                       std::optional<std::size_t>& vertices) {
  const OptionParser::Option added = add_source_list(
      parser, "--sources", "distances: the file has only the rows of these vertices", sources);
  parser.add_integer("--vertices", 1, std::numeric_limits<std::int32_t>::max(),
                     "distances: V, the number of columns; default: by the size",
                     [&](std::int64_t number) { vertices = static_cast<std::size_t>(number); });
  return added;
}

void refuse_second_stream(const OptionParser& parser, std::vector<std::string> files,
                          const std::optional<SourceList>& sources) {
  if (sources && sources->file()) files.push_back(*sources->file());
  if (std::ranges::count(files, "-") > 1) {
    parser.refuse("standard input is named more than once, expected at most one -");
  }
}

}  // namespace apsp
