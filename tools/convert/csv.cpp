// SPDX-License-Identifier: MIT
// Edges as comma-separated values: a source, a target and perhaps a weight a line, with names of
// vertices, which are numbered in order of appearance. csv_record.hpp says what a line is,
// csv_header.hpp which column is which.
#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "tools/convert/column_names.hpp"
#include "tools/convert/csv_header.hpp"
#include "tools/convert/csv_record.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/mixed_separators.hpp"
#include "tools/convert/moments.hpp"
#include "tools/convert/size_line.hpp"
#include "tools/convert/text_output.hpp"
#include "tools/convert/undirected_comment.hpp"

namespace apsp::convert {
namespace {

/// The rows of a table: lines with something on them, less comments. A comment begins with # or %.
/// Above names, which may begin so too, it is followed by a blank, or has another number of columns
/// than the first line that does not begin so. A line that names source and target behind the # is
/// the header.
class Table {
 public:
  Table(Scanner scanner, char separator)
      : scanner_(std::move(scanner)), separator_(separator), record_(separator) {
    Scanner lines = scanner_;
    while (lines.next_line()) {
      if (is_blank(lines.line()) || begins_marked(lines.line())) continue;
      columns_ = count_fields(lines.line(), separator_);
      const std::string_view source = lines.line().substr(0, lines.line().find_first_of(",;|\t "));
      numbers_ =
          !source.empty() && source.find_first_not_of("0123456789") == std::string_view::npos;
      return;
    }
  }

  /// Goes to the next row; false after the last one.
  bool next() {
    while (scanner_.next_line()) {
      if (is_blank(scanner_.line())) continue;
      if (is_comment(scanner_.line())) {
        ++(started_ ? late_comments_ : comments_);
        undirected_ = undirected_ || says_undirected(scanner_.line());
        continue;
      }
      started_ = true;
      record_.read(scanner_);
      return true;
    }
    return false;
  }

  [[nodiscard]] const Record& record() const { return record_; }
  [[nodiscard]] const Scanner& scanner() const { return scanner_; }
  [[nodiscard]] std::size_t comments() const { return comments_; }
  [[nodiscard]] std::size_t late_comments() const { return late_comments_; }

  /// Whether a comment has the word undirected.
  [[nodiscard]] bool undirected() const { return undirected_; }

 private:
  static bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t") == std::string_view::npos;
  }

  static bool begins_marked(std::string_view line) {
    return line.starts_with('#') || is_marked(line);
  }

  /// Whether a line begins with a mark and a blank.
  static bool is_marked(std::string_view line) {
    return (line.starts_with('#') || line.starts_with('%')) &&
           (line.size() == 1 || line[1] == ' ' || line[1] == '\t');
  }

  [[nodiscard]] bool is_comment(std::string_view line) const {
    if (!begins_marked(line)) return false;
    const std::size_t fields = count_fields(line, separator_);
    if (!started_ && fields == columns_ && is_header(line)) return false;
    if (started_) return numbers_ || (separator_ == ' ' && is_marked(line));
    if (numbers_ || (separator_ == ' ' && is_marked(line))) return true;
    return columns_ == 0 ? fields == 1 || separator_ == ' ' : fields != columns_;
  }

  [[nodiscard]] bool is_header(std::string_view line) const {
    Scanner scanner("", line);
    scanner.next_line();
    if (line.find('"') != std::string_view::npos) return false;
    if (separator_ == ' ' && is_marked(line)) return false;
    Record record(separator_);
    record.read(scanner);
    std::vector<std::string> names;
    for (std::size_t column = 0; column < record.size(); ++column) {
      names.emplace_back(record[column].text);
    }
    return names_source_and_target(names);
  }

  Scanner scanner_;
  char separator_;
  Record record_;
  std::size_t columns_ = 0;  // of the first line that does not begin with a mark; 0: there is none
  bool numbers_ = false;     // its first field is a number
  std::size_t comments_ = 0;
  std::size_t late_comments_ = 0;
  bool undirected_ = false;
  bool started_ = false;
};

/// The option that says which separator a table has.
std::string_view option_of(char separator) {
  switch (separator) {
    case ',':
      return "--separator comma";
    case ';':
      return "--separator semicolon";
    case '|':
      return "--separator bar";
    case '\t':
      return "--separator tab";
    default:
      return "--separator blank";
  }
}

std::vector<std::string> texts_of(const Record& record) {
  std::vector<std::string> texts;
  for (std::size_t column = 0; column < record.size(); ++column) {
    texts.emplace_back(record[column].text);
  }
  return texts;
}

/// The first rows of the table, enough to distinguish a header from an edge.
Rows preview(Table table) {
  constexpr std::size_t kRows = 64;
  Rows rows;
  while (rows.size() < kRows && table.next()) rows.push_back(texts_of(table.record()));
  return rows;
}

void require_columns(const Table& table, const Columns& columns, std::size_t first_line) {
  const Record& record = table.record();
  if (record.size() == columns.count) return;
  const Scanner& scanner = table.scanner();
  const std::string expected =
      fmt::format("{}, as in line {}", counted(columns.count, "column"), first_line);
  if (record.size() > columns.count) {
    scanner.refuse(record[columns.count].place, fmt::format("column {}", columns.count + 1),
                   expected);
  }
  const std::string_view line = scanner.line();
  scanner.refuse(line.substr(line.size()), fmt::format("column {}", record.size() + 1), expected);
}

void note_comments(EdgeGraph& graph, const Table& table, const ReadOptions& options) {
  if (table.comments() == 0) return;
  graph.losses.push_back(
      fmt::format("{} at the top {} left out{}", counted(table.comments(), "comment line"),
                  table.comments() == 1 ? "is" : "are",
                  table.undirected() && !options.undirected
                      ? ", though it says undirected: --undirected adds the ways back"
                      : ""));
}

/// Refuses the header again, as where files were joined.
void refuse_header_again(const Table& table, const Columns& columns,
                         const std::vector<std::string>& first) {
  if (columns.header && texts_of(table.record()) == first) {
    table.scanner().refuse(table.record()[0].place, "the first line again, which begins with",
                           "an edge");
  }
}

/// Adds to the last edge its way back, if its row says that it has one.
void add_way_back(std::vector<Edge>& edges, const Table& table, const Columns& columns,
                  const ReadOptions& options) {
  const Scanner& scanner = table.scanner();
  const Record& record = table.record();
  if (columns.back) {
    const std::string_view weight = columns.weight ? record[*columns.weight].inner : "";
    const std::string_view back = record[*columns.back].inner;
    set_ways(edges, is_negative(weight), is_negative(back), read_weight(scanner, back, options));
  } else if (columns.direction) {
    const Field& field = record[*columns.direction];
    const std::optional<bool> both = leads_both_ways(field.text);
    if (!both) {
      scanner.refuse(field.place, "the direction",
                     "Directed or Undirected, as in the first lines; --columns leaves it out");
    }
    if (*both) set_ways(edges, false, false, edges.back().weight);
  }
}

/// Says that a column of directions is left out, where it says that edges lead both ways.
void note_direction_left_out(EdgeGraph& graph, const Record& record, Columns& columns,
                             const std::vector<std::string>& first) {
  const std::size_t column = *columns.direction_left_out;
  if (!leads_both_ways(record[column].text).value_or(false)) return;
  graph.losses.push_back(fmt::format("column '{}' says undirected, which --undirected makes of it",
                                     shown(first[column])));
  columns.direction_left_out.reset();
}

/// Refuses times in the column that is the weight by its place, or by its numbers alone, or says
/// where they may be times.
void judge_times(EdgeGraph& graph, const Scanner& scanner, const Columns& columns,
                 const std::vector<std::string>& first, const ReadOptions& options) {
  if (!columns.weight || !options.columns.empty()) return;
  const std::string& name = first[*columns.weight];
  if (columns.header && role_of(name) == Role::kWeight) return;
  const std::string leave = fmt::format("--columns {},{}", columns.source + 1, columns.target + 1);
  const bool said = judge_moments(scanner, graph, options,
                                  columns.header ? fmt::format("column '{}'", shown(name))
                                                 : fmt::format("column {}", *columns.weight + 1),
                                  leave, fmt::format("{},{}", leave, *columns.weight + 1));
  if (!said && !columns.header && !options.unweighted) note_times(graph);
}

/// Refuses a first line "V,E" that says the sizes of the edges behind it, as size_line.hpp, or says
/// that it is rather an edge.
void judge_size_line(EdgeGraph& graph, const Scanner& scanner, const Columns& columns,
                     const std::vector<std::string>& first, const ReadOptions& options) {
  if (columns.header || options.header || columns.count > 3 || graph.edges.size() < 2) return;
  if (columns.source != 0 || columns.target != 1) return;  // by --columns
  std::vector<std::int64_t> numbers(first.size());
  std::transform(first.begin(), first.end(), numbers.begin(),
                 [](const std::string& text) { return count_of(text).value_or(kMostCount + 1); });
  const auto sizes = sizes_of(numbers, std::span(graph.edges).subspan(1), graph.names, false);
  if (!sizes) return;
  if (sizes->rather_edge) {
    graph.losses.push_back(fmt::format(
        "the first line is an edge (--header yes: it is none, but says {})", sizes_text(*sizes)));
    return;
  }
  scanner.refuse_text(
      fmt::format("the first line, {} and {}, may be an edge or say how many vertices and edges "
                  "there are: {}; --header no or --header yes says which",
                  first[0], first[1], sizes_text(*sizes)));
}

/// Notes how a first line was read that looks like a header and like an edge, or refuses it where
/// its names come again. A header of three columns is no edge: it has no number for the weight.
void settle_first_line(EdgeGraph& graph, const Scanner& scanner, const Columns& columns,
                       const std::vector<std::string>& first, const ReadOptions& options) {
  if (columns.header && columns.count == 2 && !options.header) {
    for (const std::size_t column : {columns.source, columns.target}) {
      if (std::find(graph.names.begin(), graph.names.end(), first[column]) == graph.names.end()) {
        continue;
      }
      scanner.refuse_text(fmt::format(
          "the first line may name the columns or be an edge, as '{}' is a vertex further down; "
          "--header yes or --header no says which",
          shown(first[column])));
    }
  }
  judge_size_line(graph, scanner, columns, first, options);
  if (!columns.undecided || graph.edges.empty()) return;
  const bool again = std::any_of(graph.edges.begin() + 1, graph.edges.end(), [&](const Edge& edge) {
    const std::int32_t known = std::max(graph.edges[0].source, graph.edges[0].destination);
    return edge.source <= known || edge.destination <= known;
  });
  if (again) return;
  graph.losses.push_back(fmt::format(
      "the first line is an edge from '{}' to '{}' (--header yes: it names the columns)",
      shown(first[columns.source]), shown(first[columns.target])));
}

}  // namespace

EdgeGraph read_csv(Input& input, const ReadOptions& options) {
  Scanner scanner(input.name(), input.bytes());
  scanner.require_text();
  const char separator = take_separator(scanner, options);
  const bool stated = options.separator || scanner.number() > 0;  // by a line "sep=;"
  Table table(scanner, separator);
  EdgeGraph graph;
  if (!table.next()) return graph;
  const Rows rows = preview(Table(scanner, separator));
  const std::size_t first_line = table.scanner().number();
  Columns columns = find_columns(table.scanner(), rows, options);
  graph.notes = columns.notes;
  graph.losses = columns.losses;
  note_comments(graph, table, options);
  const std::size_t lines = scanner.lines_left();
  reserve(graph.edges, lines);
  MixedSeparators mixed(separator, lines, options);
  NameTable names;
  const auto vertex = [&](const Field& field, std::string_view what) {
    if (field.text.empty())
      table.scanner().refuse(field.place, what, "a name; --columns says which it is");
    return names.number(field.text);
  };
  if (columns.header && !table.next()) return graph;
  do {
    require_columns(table, columns, first_line);
    const Record& record = table.record();
    Edge edge{};
    refuse_header_again(table, columns, rows.front());
    edge.source = vertex(record[columns.source], "the source");
    edge.destination = vertex(record[columns.target], "the target");
    edge.weight = columns.weight
                      ? read_weight(table.scanner(), record[*columns.weight].inner, options)
                      : options.weight;
    graph.edges.push_back(edge);
    if (!columns.weight && !stated) {
      mixed.add(table.scanner(), record[columns.source].place, record[columns.target].place);
    }
    add_way_back(graph.edges, table, columns, options);
    if (columns.direction_left_out) {
      note_direction_left_out(graph, record, columns, rows.front());
    }
  } while (table.next());
  mixed.refuse_if_mixed(scanner, option_of(separator));
  judge_times(graph, scanner, columns, rows.front(), options);
  graph.names = names.take();
  graph.vertices = graph.names.size();
  if (table.late_comments() > 0) {
    graph.losses.push_back(fmt::format("{} among the edges {} left out, as # and % begin comments",
                                       counted(table.late_comments(), "line"),
                                       table.late_comments() == 1 ? "is" : "are"));
  }
  settle_first_line(graph, table.scanner(), columns, rows.front(), options);
  return graph;
}

void write_csv(const EdgeGraph& graph, const Output& output, const std::string&) {
  const auto put_vertex = [&](Text& text, std::int32_t vertex) {
    if (graph.names.empty()) {
      text.number(vertex);
    } else {
      put_csv_field(text, graph.names[static_cast<std::size_t>(vertex)]);
    }
    text.put(',');
  };
  const auto produce = [&](Text& text) {
    text.put("source,target,weight\n");
    for (const Edge& edge : graph.edges) {
      put_vertex(text, edge.source);
      put_vertex(text, edge.destination);
      text.number(edge.weight).put('\n');
    }
  };
  write_text(output.path, output.sync, produce, output.stale);
}

}  // namespace apsp::convert
