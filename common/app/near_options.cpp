// SPDX-License-Identifier: MIT
#include "common/app/near_options.hpp"

#include <limits>
#include <string>

namespace apsp {

std::array<OptionParser::Option, 2> add_near_options(OptionParser& parser, NearOptions& options) {
  auto within = parser.add_integer(
      "--within", 0, kUnreachable - 1,
      "write to OUTPUT sparse rows: no more than the vertices\nat distances up to "
      "LIMIT, with these",
      [&options](std::int64_t limit) { options.within = static_cast<Distance>(limit); });
  within.shown_as("LIMIT");
  auto nearest = parser.add_integer(
      "--nearest", 0, std::numeric_limits<std::int32_t>::max(),
      "write to OUTPUT sparse rows of the K nearest vertices,\nor of the K nearest "
      "--targets, within any --within",
      [&options](std::int64_t k) { options.nearest = static_cast<std::size_t>(k); });
  nearest.shown_as("K");
  parser.add_choice("--path-vertices", {"none", "predecessors", "first-hops"},
                    "of the shortest paths, what sparse rows have beside\neach distance",
                    [&options](const std::string& name) {
                      options.path_vertex = name == "none"           ? PathVertex::kNone
                                            : name == "predecessors" ? PathVertex::kPredecessor
                                                                     : PathVertex::kFirstHop;
                    });
  return {within, nearest};
}

}  // namespace apsp
