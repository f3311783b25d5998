// SPDX-License-Identifier: MIT
#include "tools/convert/csv_header.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "tools/convert/csv_record.hpp"
#include "tools/convert/decimal.hpp"

namespace apsp::convert {
namespace {

using Row = std::vector<std::string>;

struct RoleNames {
  Role role;
  std::string_view names;  // in lower case, without blanks, - and _
};

constexpr std::array kRoleNames = {
    RoleNames{Role::kSource,
              "source src from start tail u origin orig sourceid srcid fromid fromnode fromnodeid "
              "id1 node1 vertex1 v1 idfrom nodefrom"},
    RoleNames{Role::kTarget,
              "target destination dest dst to end head v targetid dstid toid tonode tonodeid id2 "
              "node2 vertex2 v2 idto nodeto"},
    RoleNames{Role::kWeight,
              "weight weights w cost costs distance dist length len km miles meters"},
};

bool is_number(std::string_view text) {
  return Decimal::parse(text).has_value();
}

bool is_name(std::string_view text) {
  return !is_number(text) && !is_missing(text);
}

std::size_t index_of(const Row& row, Role role) {
  std::size_t at = 0;
  while (at < row.size() && role_of(row[at]) != role) ++at;
  return at;
}

/// Whether the first row has a name where all others have numbers, and nowhere else than in names.
bool is_above_numbers(const Rows& rows) {
  const Row& first = rows.front();
  if (rows.size() < 2 || !std::all_of(first.begin(), first.end(), is_name)) return false;
  for (std::size_t column = 0; column < first.size(); ++column) {
    if (std::all_of(rows.begin() + 1, rows.end(), [&](const Row& row) {
          return column < row.size() && is_number(row[column]);
        })) {
      return true;
    }
  }
  return false;
}

/// Names the columns of a header that were found by their order.
std::string describe(const Row& header, const Columns& columns) {
  std::string text = fmt::format("'{}' the source, '{}' the target", shown(header[columns.source]),
                                 shown(header[columns.target]));
  if (columns.weight) text += fmt::format(", '{}' the weight", shown(header[*columns.weight]));
  return text;
}

class Finder {
 public:
  Finder(const Scanner& scanner, const Rows& rows, const ReadOptions& options)
      : scanner_(scanner), rows_(rows), first_(rows.front()), options_(options) {
    columns_.count = first_.size();
    const bool named = names_source_and_target(first_);
    columns_.header = options.header.value_or(named || is_above_numbers(rows));
    columns_.undecided =
        !columns_.header && !options.header && std::all_of(first_.begin(), first_.end(), is_name);
  }

  Columns find() {
    if (!options_.columns.empty()) {
      take_columns_of_option();
    } else if (columns_.header && names_source_and_target(first_)) {
      take_columns_by_name();
    } else {
      take_columns_in_order();
    }
    if (columns_.header && options_.columns.empty()) note_columns_left_out();
    return columns_;
  }

 private:
  void take_columns_of_option() {
    std::vector<std::size_t> taken;
    for (const std::string& name : options_.columns) {
      const std::size_t column = column_of(name);
      if (std::find(taken.begin(), taken.end(), column) != taken.end()) {
        scanner_.refuse_text(fmt::format("--columns takes column {} twice", column + 1));
      }
      taken.push_back(column);
    }
    columns_.source = taken[0];
    columns_.target = taken[1];
    if (taken.size() > 2) columns_.weight = taken[2];
  }

  /// The column that --columns means by a name or a number from 1.
  [[nodiscard]] std::size_t column_of(const std::string& name) const {
    if (columns_.header) {
      const auto found = std::find(first_.begin(), first_.end(), name);
      if (found != first_.end()) return static_cast<std::size_t>(found - first_.begin());
    }
    std::size_t number = 0;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data(), end, number);
    if (error != std::errc{} || stop != end || number < 1 || number > first_.size()) {
      scanner_.refuse_text(
          fmt::format("--columns names '{}', expected {}a number from 1 to {}", shown(name),
                      columns_.header ? "a name of the first line or " : "", first_.size()));
    }
    return number - 1;
  }

  void take_columns_by_name() {
    for (const Role role : {Role::kSource, Role::kTarget, Role::kWeight}) {
      const auto same = [&](const std::string& name) { return role_of(name) == role; };
      if (std::count_if(first_.begin(), first_.end(), same) > 1) {
        scanner_.refuse_text(
            fmt::format("the first line names two columns as {}, expected one; --columns says "
                        "which, or --header no that they are an edge",
                        role == Role::kSource   ? "source"
                        : role == Role::kTarget ? "target"
                                                : "weight"));
      }
    }
    columns_.source = index_of(first_, Role::kSource);
    columns_.target = index_of(first_, Role::kTarget);
    const std::size_t weight = index_of(first_, Role::kWeight);
    if (weight < first_.size()) columns_.weight = weight;
  }

  void take_columns_in_order() {
    if (first_.size() < 2) {
      const std::string_view line = scanner_.line();
      scanner_.refuse(line.substr(line.size()), "the target", "a name");
    }
    if (first_.size() > 3) {
      scanner_.refuse_text(fmt::format(
          "line {} has {} columns, and no known names mark the source and the target; --columns "
          "1,2,3 takes the first three, --from csv-matrix reads a matrix",
          scanner_.number(), first_.size()));
    }
    // Known names have their roles, the other columns what is left in order.
    std::vector<std::size_t> order = {0, 1, 2};
    order.resize(first_.size());
    if (columns_.header) order = order_of_roles();
    columns_.source = order[0];
    columns_.target = order[1];
    if (order.size() > 2) columns_.weight = order[2];
    if (columns_.header && !options_.header) {
      columns_.notes.push_back(
          fmt::format("line {} names the columns: {} (--header no: it is an edge)",
                      scanner_.number(), describe(first_, columns_)));
    }
  }

  [[nodiscard]] std::vector<std::size_t> order_of_roles() const {
    constexpr std::array kOrder = {Role::kSource, Role::kTarget, Role::kWeight};
    std::vector<std::size_t> order(first_.size(), first_.size());
    std::vector<bool> taken(first_.size());
    for (std::size_t n = 0; n < order.size(); ++n) {
      const std::size_t column = index_of(first_, kOrder[n]);
      if (column == first_.size()) continue;
      order[n] = column;
      taken[column] = true;
    }
    for (std::size_t& place : order) {
      if (place < first_.size()) continue;
      place =
          static_cast<std::size_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
      taken[place] = true;
    }
    return order;
  }

  void note_columns_left_out() {
    std::string list;
    std::size_t count = 0;
    for (std::size_t column = 0; column < first_.size(); ++column) {
      if (column == columns_.source || column == columns_.target || column == columns_.weight) {
        continue;
      }
      list += fmt::format("{}'{}'", count == 0 ? "" : ", ", shown(first_[column]));
      ++count;
      // Gephi has a column Type for this.
      if (rows_.size() > 1 && column < rows_[1].size() && is_word(rows_[1][column], "undirected")) {
        columns_.notes.push_back(fmt::format(
            "column '{}' says undirected, which --undirected makes of it", shown(first_[column])));
      }
    }
    if (count == 0) return;
    columns_.notes.push_back(
        fmt::format("{} left out (--columns SOURCE,TARGET,WEIGHT takes others)",
                    count == 1 ? "column " + list + " is" : "columns " + list + " are"));
  }

  const Scanner& scanner_;
  const Rows& rows_;
  const Row& first_;
  const ReadOptions& options_;
  Columns columns_;
};

}  // namespace

Role role_of(std::string_view name) {
  std::string plain;
  if (name.starts_with('#')) name.remove_prefix(1);
  for (const char c : name) {
    if (c != ' ' && c != '-' && c != '_') plain += c;
  }
  for (const RoleNames& known : kRoleNames) {
    Scanner words("", known.names);
    words.next_line();
    for (auto word = words.word(); !word.empty(); word = words.word()) {
      if (is_word(plain, word)) return known.role;
    }
  }
  return Role::kUnknown;
}

std::string_view names_of(Role role) {
  for (const RoleNames& known : kRoleNames) {
    if (known.role == role) return known.names;
  }
  return {};
}

bool names_source_and_target(const std::vector<std::string>& row) {
  return index_of(row, Role::kSource) < row.size() && index_of(row, Role::kTarget) < row.size();
}

Columns find_columns(const Scanner& scanner, const Rows& rows, const ReadOptions& options) {
  return Finder(scanner, rows, options).find();
}

}  // namespace apsp::convert
