// SPDX-License-Identifier: MIT
// A square matrix of weights as comma-separated values: how it is distinguished from a table of
// edges.
#pragma once

#include "tools/convert/read_options.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// Says whether a text of CSV is a matrix or a table of edges.
enum class CsvContent { kEdges, kMatrix, kEither };

/// Decides, by the shape and the diagonal:
/// - edges, if the first line names source and target, and the weight where there are more columns;
/// - edges, if lines and columns differ in number, a header and an index column apart;
/// - edges, if an entry on the diagonal is a weight, but not if all entries there are the same of a
///   matrix that is no larger than edges are wide;
/// - a matrix, if its header and its index column agree below an empty corner, or if there are more
///   columns than edges have;
/// - else either.
/// O(columns) lines are read.
[[nodiscard]] CsvContent csv_content(const Scanner& scanner, const ReadOptions& options);

}  // namespace apsp::convert
