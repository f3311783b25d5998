// SPDX-License-Identifier: MIT
#include "tools/convert/csv_header.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "tools/convert/column_names.hpp"
#include "tools/convert/csv_record.hpp"
#include "tools/convert/weight.hpp"

namespace apsp::convert {
namespace {

using Row = std::vector<std::string>;

bool is_name(std::string_view text) {
  return !is_number(text) && !is_missing(text);
}

/// Whether a column has numbers in all rows but the first, but where they are missing.
bool has_numbers(const Rows& rows, std::size_t column, const ReadOptions& options) {
  bool any = false;
  for (auto row = rows.begin() + 1; row < rows.end(); ++row) {
    const std::string_view text = column < row->size() ? std::string_view((*row)[column]) : "";
    any = any || is_number(text);
    if (!is_number(text) && !is_missing(text) && !is_no_edge(text, options)) return false;
  }
  return any;
}

/// The column that has the weights of the way back, the number of columns where none has. One that
/// is named reverse, or the like, and no more, is a mark where it has words, or no other numbers
/// than 0 and 1.
std::size_t column_of_way_back(const Rows& rows, const ReadOptions& options) {
  const Row& first = rows.front();
  const auto is_mark = [&](std::size_t column) {
    return std::all_of(rows.begin() + 1, rows.end(), [&](const Row& row) {
      const std::string_view text = column < row.size() ? std::string_view(row[column]) : "";
      return is_missing(text) || text == "0" || text == "1";
    });
  };
  for (std::size_t column = 0; column < first.size(); ++column) {
    if (role_of(first[column]) != Role::kBack) continue;
    const std::string plain = plain_name(first[column]);
    const bool word_alone = plain == "reverse" || plain == "backward" || plain == "backwards";
    if (word_alone && (!has_numbers(rows, column, options) || is_mark(column))) continue;
    return column;
  }
  return first.size();
}

/// Whether the first row has a name where all others have numbers, and nowhere else than in names.
bool is_above_numbers(const Rows& rows, const ReadOptions& options) {
  const Row& first = rows.front();
  if (!std::all_of(first.begin(), first.end(), is_name)) return false;
  for (std::size_t column = 0; column < first.size(); ++column) {
    if (has_numbers(rows, column, options)) return true;
  }
  return false;
}

/// Whether all these names stand in the first row, and none is a number.
bool names_columns(const Row& first, const std::vector<std::string>& names) {
  return !names.empty() && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return !is_number(name) && std::find(first.begin(), first.end(), name) != first.end();
  });
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
    columns_.header = options.header.value_or(named || names_columns(first_, options.columns) ||
                                              is_above_numbers(rows, options));
    columns_.undecided =
        !columns_.header && !options.header && std::all_of(first_.begin(), first_.end(), is_name);
  }

  Columns find() {
    refuse_number_in_header();
    if (!options_.columns.empty()) {
      take_columns_of_option();
    } else if (columns_.header && names_source_and_target(first_)) {
      take_columns_by_name();
    } else {
      take_columns_in_order();
    }
    if (columns_.header) take_direction();
    if (columns_.header && options_.columns.empty()) note_columns_left_out();
    return columns_;
  }

 private:
  /// Refuses a line that may be an edge between vertices that are named as columns are.
  void refuse_number_in_header() const {
    if (!columns_.header || options_.header) return;
    const auto number = std::find_if(first_.begin(), first_.end(),
                                     [](const std::string& name) { return is_number(name); });
    if (number == first_.end()) return;
    scanner_.refuse_text(
        fmt::format("the first line names source and target, but has a number, '{}'; --header yes "
                    "or --header no "
                    "says whether it names the columns",
                    shown(*number)));
  }

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
    if (taken.size() > 3) columns_.back = taken[3];
  }

  /// The column that --columns means by a name or a number from 1.
  [[nodiscard]] std::size_t column_of(const std::string& name) const {
    if (columns_.header) {
      const auto found = std::find(first_.begin(), first_.end(), name);
      if (found != first_.end()) {
        if (std::find(found + 1, first_.end(), name) != first_.end()) {
          scanner_.refuse_text(fmt::format(
              "--columns names '{}', but two columns have this name, expected the number of one",
              shown(name)));
        }
        return static_cast<std::size_t>(found - first_.begin());
      }
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
    refuse_way_back();
    const std::size_t weight = index_of(first_, Role::kWeight);
    if (weight < first_.size()) {
      columns_.weight = weight;
    } else {
      take_only_numbers();
    }
  }

  /// Refuses a weight of the way back: to leave it out would lose a direction.
  void refuse_way_back() const {
    const std::size_t back = column_of_way_back(rows_, options_);
    if (back == first_.size()) return;
    const std::size_t weight = index_of(first_, Role::kWeight);
    if (first_.size() == 3) {
      scanner_.refuse_text(fmt::format(
          "column '{}' has weights of the way back: --columns {},{},{} takes them for that, "
          "--columns {},{} leaves them out",
          shown(first_[back]), columns_.target + 1, columns_.source + 1, back + 1,
          columns_.source + 1, columns_.target + 1));
    }
    scanner_.refuse_text(fmt::format(
        "column '{}' has weights of the way back: --columns {},{},{},{} takes them, where a "
        "negative one says that there is no such way, and --columns {},{},{} leaves them out",
        shown(first_[back]), columns_.source + 1, columns_.target + 1,
        weight < first_.size() ? std::to_string(weight + 1) : "WEIGHT", back + 1,
        columns_.source + 1, columns_.target + 1,
        weight < first_.size() ? std::to_string(weight + 1) : "WEIGHT"));
  }

  /// Takes the only column of numbers, whatever its name, for the weight. Refuses several.
  void take_only_numbers() {
    std::vector<std::string> names;
    for (std::size_t column = 0; column < first_.size(); ++column) {
      if (column == columns_.source || column == columns_.target ||
          !may_be_weight(first_[column]) || role_of(first_[column]) == Role::kBack ||
          !has_numbers(rows_, column, options_)) {
        continue;
      }
      columns_.weight = column;
      names.push_back(first_[column]);
    }
    if (names.size() > 1) {
      scanner_.refuse_text(
          fmt::format("columns {} have numbers, expected one, the weight; --columns {},{},WEIGHT "
                      "says which, or --columns {},{} that there is none",
                      listed(names), columns_.source + 1, columns_.target + 1, columns_.source + 1,
                      columns_.target + 1));
    }
    if (columns_.weight) {
      columns_.notes.push_back(
          fmt::format("column '{}' is the weight (--columns {},{}: there is none)",
                      shown(names.front()), columns_.source + 1, columns_.target + 1));
    } else if (first_.size() > 2) {
      columns_.notes.push_back(fmt::format(
          "no column is a weight: every edge has weight {} (--weight)", options_.weight));
    }
  }

  /// Takes the column that says of each edge whether it leads both ways. --columns names all that
  /// is read, without it.
  void take_direction() {
    const std::size_t column = index_of(first_, Role::kDirection);
    if (column == first_.size() || column == columns_.source || column == columns_.target) return;
    bool any = false;
    for (auto row = rows_.begin() + 1; row != rows_.end(); ++row) {
      any = any || (column < row->size() && leads_both_ways((*row)[column]));
    }
    if (!options_.columns.empty()) {
      if (!options_.undirected) columns_.direction_left_out = column;
    } else if (any) {
      columns_.direction = column;
    }
  }

  void take_columns_in_order() {
    if (first_.size() < 2) {
      const std::string_view line = scanner_.line();
      scanner_.refuse(line.substr(line.size()), "the target", "a name");
    }
    if (first_.size() > 3) {
      scanner_.refuse_text(fmt::format(
          "line {} has {} columns, and no known names mark the source and the target; --columns "
          "1,2,3 takes the first three, with --header yes where the line names them; --from "
          "csv-matrix "
          "reads a matrix, --no-edge VALUE in it a word for no edge",
          scanner_.number(), first_.size()));
    }
    if (columns_.header) refuse_unclear();
    // Known names have their roles, the other columns what is left in order.
    std::vector<std::size_t> order = {0, 1, 2};
    order.resize(first_.size());
    if (columns_.header) order = order_of_roles();
    if (!columns_.header && first_.size() == 3 && !is_number(first_[2]) && rows_.size() > 1 &&
        !has_numbers(rows_, 2, options_) && (options_.no_edge.empty() || is_name(first_[2]))) {
      scanner_.refuse_text(fmt::format(
          "the third column, '{}' in line {}, has no numbers; --columns 1,2 leaves it out",
          shown(first_[2]), scanner_.number()));
    }
    columns_.source = order[0];
    columns_.target = order[1];
    if (columns_.header && order.size() > 2) refuse_way_back();
    if (order.size() > 2) columns_.weight = order[2];
    if (columns_.header) {
      columns_.losses.push_back(
          fmt::format("line {} names the columns: {} (--columns SOURCE,TARGET,WEIGHT takes others, "
                      "--header no: "
                      "it is an edge)",
                      scanner_.number(), describe(first_, columns_)));
    }
  }

  /// Refuses to take columns by their order where one is a number of the edge, or a moment, and
  /// where each of three may be the weight. An id before another column and a weight is the source.
  void refuse_unclear() const {
    const std::size_t back = column_of_way_back(rows_, options_);
    bool weight = false;
    bool label = false;
    for (std::size_t column = 0; column < first_.size(); ++column) {
      const Role role = role_of(first_[column]);
      weight = weight || role == Role::kWeight;
      label = label || role == Role::kLabel ||
              (role == Role::kBack && (column != back || order_of_roles().back() != back));
    }
    if (weight && first_.size() == 3 && plain_name(first_[0]) == "id") {
      label = role_of(first_[1]) == Role::kLabel || role_of(first_[2]) == Role::kLabel;
    }
    const bool all = first_.size() == 3 && has_numbers(rows_, 0, options_) &&
                     has_numbers(rows_, 1, options_) && has_numbers(rows_, 2, options_);
    const bool no_weight = first_.size() == 3 && !weight && rows_.size() > 1 &&
                           !has_numbers(rows_, order_of_roles()[2], options_);
    const bool unclear = !options_.header && (label || (!weight && all));
    if (!no_weight && !unclear) return;
    scanner_.refuse_text(
        fmt::format("no known names mark the columns {}; --columns SOURCE,TARGET,WEIGHT, names or "
                    "numbers from 1, says which they are, or --header no that the line is an edge",
                    listed(first_)));
  }

  [[nodiscard]] std::vector<std::size_t> order_of_roles() const {
    constexpr std::array kOrder = {Role::kSource, Role::kTarget, Role::kWeight};
    std::vector<std::size_t> order(first_.size(), first_.size());
    std::vector<bool> taken(first_.size());
    for (std::size_t n = 0; n < order.size(); ++n) {
      std::size_t column = index_of(first_, kOrder[n]);
      // Weights of the way back are no vertices, wherever they stand.
      if (n == 2 && column == first_.size()) column = column_of_way_back(rows_, options_);
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
    std::vector<std::string> names;
    for (std::size_t column = 0; column < first_.size(); ++column) {
      if (column != columns_.source && column != columns_.target && column != columns_.weight &&
          column != columns_.direction) {
        names.push_back(first_[column]);
      }
    }
    if (names.empty()) return;
    columns_.losses.push_back(fmt::format(
        "column{} {} left out (--columns SOURCE,TARGET,WEIGHT takes others)",
        names.size() == 1 ? "" : "s", listed(names) + (names.size() == 1 ? " is" : " are")));
  }

  const Scanner& scanner_;
  const Rows& rows_;
  const Row& first_;
  const ReadOptions& options_;
  Columns columns_;
};

}  // namespace

std::optional<bool> leads_both_ways(std::string_view field) {
  if (is_word(field, "undirected") || is_word(field, "mutual")) return true;
  if (is_word(field, "directed")) return false;
  return std::nullopt;
}

Columns find_columns(const Scanner& scanner, const Rows& rows, const ReadOptions& options) {
  return Finder(scanner, rows, options).find();
}

}  // namespace apsp::convert
