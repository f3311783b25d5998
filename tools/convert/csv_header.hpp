// SPDX-License-Identifier: MIT
// The roles of the columns of a CSV file of edges, by the names in the first line or by their
// order. Also decides whether the first line holds names.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/convert/read_options.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// The first rows of a table, the first of which may be its header.
using Rows = std::vector<std::vector<std::string>>;

/// How to read each row.
struct Columns {
  std::size_t count = 0;  // of columns in each row
  std::size_t source = 0;
  std::size_t target = 1;
  std::optional<std::size_t> weight = {};
  std::optional<std::size_t> back = {};       // the weight of the way back
  std::optional<std::size_t> direction = {};  // "Directed" or "Undirected", as Gephi writes it
  std::optional<std::size_t> direction_left_out = {};  // the same, which --columns leaves out
  bool header = false;                                 // the first row names the columns
  bool undecided = false;  // nothing but a lack of evidence says that it does not
  std::vector<std::string> notes = {};
  std::vector<std::string> losses = {};
};

/// Whether a field of the column `direction` says that the edge leads both ways; nothing for a word
/// that says neither.
[[nodiscard]] std::optional<bool> leads_both_ways(std::string_view field);

/// Decides. The first row is the header
/// - if options.header says so;
/// - else if it names source and target by words that role_of() knows;
/// - else if it has a word, and no number, where all other `rows` have numbers.
/// Columns are those of options.columns, else, in a header, those with the names of their roles.
/// The weight may be the only other column that has numbers. Else they are the first two and, of
/// three, the third. Throws Error(kInput), about the scanner's line, where that does not lead to
/// two or three different columns.
[[nodiscard]] Columns find_columns(const Scanner& scanner, const Rows& rows,
                                   const ReadOptions& options);

}  // namespace apsp::convert
