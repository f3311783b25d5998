// SPDX-License-Identifier: MIT
// The first line "V E" of an edge list, as many programs and courses write it: it says how many
// vertices and edges there are, and it is no edge. "V V E", as a matrix has it, likewise, and "V E"
// with one or two numbers behind it, such as the vertex from which a search begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tools/convert/read_options.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// The numbers of a size line.
struct SizeLine {
  std::size_t line = 0;
  std::int64_t vertices = 0;
  std::int64_t edges = 0;
  int first = 0;  // the number of the first vertex
};

/// Goes to the next line that is neither empty nor a comment with # or %. False at the end.
bool next_line_of_edges(Scanner& scanner);

/// The size line of an edge list, if it has one: exactly E lines follow and no number of theirs is
/// above V, or options.header says so. Their numbers say whether vertices are numbered from 0 or 1.
/// Throws Error(kInput) where the line may be an edge as well, or the first number may be either.
/// O(E) time where the first line may be one, else O(1).
[[nodiscard]] std::optional<SizeLine> find_size_line(Scanner scanner, const ReadOptions& options);

}  // namespace apsp::convert
