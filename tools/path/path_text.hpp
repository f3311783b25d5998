// SPDX-License-Identifier: MIT
// Paths and lengths as text, CSV and JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

/// The length of a path, or none.
struct Length {
  Pair ends;
  std::optional<std::int64_t> length;
};

/// Puts what comes before all paths or lengths: in CSV the names of the columns.
void put_head(convert::Text& text, Form form, bool lengths);

/// Puts path number `n`. `names` are those of all vertices, or none: then numbers.
/// - text: a line "0 -> 3 -> 5, length 12", or "no path from 0 to 5".
/// - CSV: a line for each vertex: n, the ends, the number of edges before it, the vertex, its
///   distance. Without a path one line whose last three fields are empty.
/// - JSON: a line with an object. Without a path its length is null, and it has no vertices.
/// O(vertices of the path).
void put_answer(convert::Text& text, Form form, std::size_t n, const Path& path,
                std::span<const std::string> names);

/// Puts a length; `n` counts for nothing.
/// - text: a line "0 -> 5, length 12", or "no path from 0 to 5".
/// - CSV: a line of the ends and the length, which is empty where there is no path.
/// - JSON: a line with an object, whose length is null where there is no path.
void put_answer(convert::Text& text, Form form, std::size_t n, const Length& length,
                std::span<const std::string> names);

}  // namespace apsp::path
