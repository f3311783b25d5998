// SPDX-License-Identifier: MIT
// One conversion, from the input's bytes to the output's.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/app/distance_part.hpp"
#include "tools/convert/format.hpp"

namespace apsp::convert {

/// The request of the user.
struct Conversion {
  std::string input;
  Output output;
  const Format* from = nullptr;  // null: by content, then by suffix
  const Format* to = nullptr;    // null: by suffix
  bool distances = false;        // the input is a distance file
  DistancePart part;             // of the matrix: what a distance file holds
  ReadOptions read;
  bool reverse = false;        // every edge is turned round
  bool each_once = false;      // an edge and its reverse become one edge
  bool keep_repeated = false;  // or else the smallest weight of edges with the same ends counts
};

/// Returns true if OUTPUT.names is written or removed, as far as the command line tells: the format
/// of the output holds no names.
[[nodiscard]] bool replaces_names(const Conversion& conversion);

/// Lines for standard error.
struct Messages {
  std::vector<std::string> losses;  // what of the input is not in the output, unless asked for
  std::vector<std::string> notes;   // what else the user should know
};

/// Converts. Throws Error: kUsage for what does not fit together, kInput, kOutput, kMemory.
Messages convert(const Conversion& conversion);

}  // namespace apsp::convert
