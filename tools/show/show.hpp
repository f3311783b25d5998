// SPDX-License-Identifier: MIT
// A graph or a distance file as text, as CSV, or as a NumPy array.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/app/distance_part.hpp"
#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"
#include "tools/convert/text_output.hpp"
#include "tools/show/window.hpp"

namespace apsp::show {

enum class Kind { kGraph, kDistances };
enum class Form { kText, kCsv, kNpy };

/// The request of the user.
struct Request {
  std::string input;
  std::string output = "-";
  std::optional<Kind> kind;  // nothing: by the file's size
  Form form = Form::kText;
  std::optional<Window> rows, columns;  // of distances
  DistancePart part;                    // of the matrix: what the file holds
  std::optional<Window> edges;          // of a graph
  std::optional<std::string> names;     // a side file; nothing: INPUT.names where that stands
  bool numbers = false;                 // no names at all
};

/// The kind of a file of `bytes` bytes whose second number is `second`: a graph if 8 + 12 x second
/// bytes, distances if 4 V^2 bytes for a V. No number is both: no square leaves 2 when it is
/// divided by 3, as 2 + 3 E does. Nothing where it is neither.
[[nodiscard]] std::optional<Kind> kind_of(std::uint64_t bytes, std::optional<std::int32_t> first,
                                          std::optional<std::int32_t> second);

/// Names of the vertices by number, or none: then the numbers are shown.
using Names = std::vector<std::string>;

/// "V vertices, E edges", then the window's edges, "source destination weight" a line; as CSV with
/// a header in its place. Names may hold blanks, so with names tabs part the fields.
void put_graph(convert::Text& text, const Graph& graph, Range edges, Form form,
               const Names& names = {});

/// A matrix: entry (r, c) is the distance from sources.source(r) to targets.source(c).
struct Table {
  std::span<const Distance> all;  // row-major
  RowSet sources, targets;

  [[nodiscard]] std::span<const Distance> row(std::size_t r) const {
    return all.subspan(r * targets.size(), targets.size());
  }
};

/// The window of a table, a row a line, "inf" for no path. The window counts rows and columns from
/// 0. Columns stand in line where `aligned`; otherwise a blank parts them, with names a tab, or in
/// CSV a comma. With names there is a line above and a column before the others; in npy there is no
/// place for either.
void put_distances(convert::Text& text, const Table& table, Range rows, Range columns, Form form,
                   bool aligned, const Names& names = {});

/// Shows. True where all was written; false where the reader of standard output has gone, which is
/// its right. Throws Error: kUsage, kInput, kOutput.
bool show(const Request& request);

}  // namespace apsp::show
