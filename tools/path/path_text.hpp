// SPDX-License-Identifier: MIT
// Paths as text, CSV and JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tools/convert/text_output.hpp"
#include "tools/path/pairs.hpp"

namespace apsp::path {

enum class Form { kText, kCsv, kJson };

/// A path, or none.
struct Path {
  Pair ends;
  std::vector<std::int32_t> vertices;     // from the first to the last; none: no path
  std::vector<std::int64_t> distances{};  // of each from the first
};

/// Puts what comes before all paths: in CSV the names of the columns.
void put_head(convert::Text& text, Form form);

/// Puts path number `n`. `names` are those of all vertices, or none: then numbers.
/// - text: a line "0 -> 3 -> 5, length 12", or "no path from 0 to 5".
/// - CSV: a line for each vertex: n, the ends, the number of edges before it, the vertex, its
///   distance. Without a path one line whose last three fields are empty.
/// - JSON: a line with an object. Without a path its length is null, and it has no vertices.
/// O(vertices of the path).
void put_path(convert::Text& text, Form form, std::size_t n, const Path& path,
              std::span<const std::string> names);

}  // namespace apsp::path
