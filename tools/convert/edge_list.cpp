// SPDX-License-Identifier: MIT
// Edge lists: "source target" or "source target weight" a line, separated by blanks or tabs. Lines
// that begin with # or % are comments, as in the files of SNAP. In place of the weight there may be
// data as networkx.write_edgelist() writes them: {} or {'weight': 3}.
//
// Without --compact the numbers are the vertices and V is the largest + 1, or what a comment
// "# Nodes: V" says if that is more. The graphs of SNAP have it and name every vertex in an edge,
// so there it changes nothing; ours need it for vertices that have no edge. A comment of SNAP that
// begins with Undirected says that each edge leads both ways. One that names three columns says
// what the third one is. size_line.hpp has first lines "V E".
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <set>
#include <system_error>

#include "common/base/plural.hpp"
#include "tools/convert/column_names.hpp"
#include "tools/convert/csv_record.hpp"
#include "tools/convert/edge_data.hpp"
#include "tools/convert/edge_graph.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/mixed_separators.hpp"
#include "tools/convert/moments.hpp"
#include "tools/convert/size_line.hpp"
#include "tools/convert/text_output.hpp"
#include "tools/convert/undirected_comment.hpp"

namespace apsp::convert {
namespace {

/// The numbers of a comment "# Nodes: V Edges: E".
struct Statement {
  std::size_t line = 0;
  std::int64_t vertices = -1;
  std::int64_t edges = -1;
};

class EdgeListReader {
 public:
  EdgeListReader(Input& input, const ReadOptions& options)
      : scanner_(input.name(), input.bytes()), options_(options) {
    if (options.compact) {
      scanner_.require_text();
      mixed_.emplace(' ', scanner_.lines_left(), options);
    }
    size_ = find_size_line(scanner_, options);
    if (size_ && size_->edge) {
      graph_.losses.push_back(
          fmt::format("line {} is an edge (--header yes: it is none, but says {})", size_->line,
                      sizes_text(size_->sizes)));
      size_.reset();
    }
    first_ = size_ ? size_->first : options.first.value_or(0);
    // A name in place of the third number is the key of data.
    if (options.columns.size() == 3 && options.columns[0] == "1" && options.columns[1] == "2" &&
        is_key(options.columns[2])) {
      key_ = options.columns[2];
    } else {
      for (const std::string& column : options.columns) take_column(index_of(column));
    }
  }

  EdgeGraph read() {
    reserve(graph_.edges, scanner_.lines_left());
    while (scanner_.next_line()) {
      const std::string_view first = scanner_.word();
      if (first.empty()) continue;
      if (first.front() == '%' || first.front() == '#') {
        read_comment(first);
      } else if (size_ && scanner_.number() == size_->line) {
        continue;
      } else if (columns_.empty()) {
        read_edge(first);
      } else {
        read_columns(first);
      }
    }
    finish();
    return std::move(graph_);
  }

 private:
  static constexpr std::size_t kMostNames = 16;

  enum class Third { kNothing, kWeight, kData, kLeftOut };

  static bool is_key(const std::string& column) {
    return column.find_first_not_of("0123456789") != std::string::npos;
  }

  void take_column(std::size_t column) {
    if (std::find(columns_.begin(), columns_.end(), column) != columns_.end()) {
      scanner_.refuse_text(fmt::format("--columns takes column {} twice", column + 1));
    }
    columns_.push_back(column);
  }

  /// The column that --columns means: here by a number from 1 alone.
  [[nodiscard]] std::size_t index_of(const std::string& column) const {
    std::size_t number = 0;
    const char* const end = column.data() + column.size();
    const auto [stop, error] = std::from_chars(column.data(), end, number);
    if (error != std::errc{} || stop != end || number < 1) {
      scanner_.refuse_text(fmt::format(
          "--columns names '{}', expected a number from 1: edges have no names of columns",
          shown(column)));
    }
    return number - 1;
  }

  void read_comment(std::string_view first) {
    if (!graph_.edges.empty()) ++late_comments_;
    if (says_undirected(scanner_.line())) {
      const bool stated = begins_undirected(scanner_.line());
      (stated ? undirected_line_ : perhaps_undirected_line_) = scanner_.number();
    }
    if (graph_.edges.empty()) {
      read_names(first);
      if (first.find_first_not_of("#%") == 1 && column_names_.empty()) ++marked_words_;
    }
    if (first == "#") read_statement();
  }

  /// Takes the words of a comment that names the columns.
  void read_names(std::string_view first) {
    Scanner line = scanner_;
    std::vector<std::string> names;
    if (first.size() > 1) names.emplace_back(first.substr(1));
    for (auto word = line.word(); !word.empty() && names.size() <= kMostNames; word = line.word()) {
      names.emplace_back(word);
    }
    // Words around a sign, as in "# from -> to", say something else.
    const bool all = std::none_of(names.begin(), names.end(), [](const std::string& name) {
      return name.find_first_not_of("-<>=+*/|&:;,.~!?0123456789") == std::string::npos;
    });
    if (all && names_source_and_target(names)) column_names_ = std::move(names);
  }

  /// Refuses edges below names of columns in another order.
  void refuse_other_order(std::string_view rest) const {
    std::size_t words = 2;
    Scanner line("", rest);
    line.next_line();
    while (!line.word().empty()) ++words;
    if (column_names_.size() != words || (role_of(column_names_[0]) == Role::kSource &&
                                          role_of(column_names_[1]) == Role::kTarget)) {
      return;
    }
    const auto number = [&](Role role) {
      const auto at = std::find_if(column_names_.begin(), column_names_.end(),
                                   [&](const std::string& name) { return role_of(name) == role; });
      return at - column_names_.begin() + 1;
    };
    scanner_.refuse_text(fmt::format(
        "a comment names the columns {}; --columns {},{},WEIGHT takes them so, --columns 1,2,3 in "
        "the order of their places",
        listed(column_names_), number(Role::kSource), number(Role::kTarget)));
  }

  void read_statement() {
    Statement statement;
    statement.line = scanner_.number();
    if (scanner_.word() != "Nodes:") return;
    statement.vertices = scanner_.integer("the number of vertices", 0, kMostCount);
    const bool more = scanner_.word() == "Edges:";
    const std::string_view edges = scanner_.word();
    if (more && std::from_chars(edges.data(), edges.data() + edges.size(), statement.edges).ec !=
                    std::errc{}) {
      statement.edges = -1;
    }
    statement_ = statement;
    if (!options_.compact) {
      graph_.vertices = std::max(graph_.vertices, static_cast<std::size_t>(statement.vertices));
    }
  }

  std::int32_t vertex(std::string_view word, std::string_view what) {
    if (!options_.compact) {
      const std::int64_t number = scanner_.integer(word, what, first_, kMostCount - 1 + first_,
                                                   "; --compact takes any words") -
                                  first_;
      smallest_ = std::min(smallest_, number);
      largest_ = std::max(largest_, number);
      return static_cast<std::int32_t>(number);
    }
    if (word.empty()) scanner_.refuse(word, what, "a word");
    return names_.number(word);
  }

  void read_edge(std::string_view first) {
    Edge edge{};
    edge.source = vertex(first, "the source");
    const std::string_view second = scanner_.word();
    edge.destination = vertex(second, "the target");
    const std::string_view rest = scanner_.rest_of_line();
    if (graph_.edges.empty()) {
      refuse_other_order(rest);
      third_ = rest.empty() ? Third::kNothing : rest.front() == '{' ? Third::kData : Third::kWeight;
      if (!key_.empty() && third_ != Third::kData) (void)index_of(key_);  // refuses it
      if (third_ == Third::kWeight) judge_third_by_name(rest);
    }
    switch (third_) {
      case Third::kNothing:
        edge.weight = options_.weight;
        if (mixed_) mixed_->add(scanner_, first, second);
        if (!rest.empty()) {
          scanner_.refuse(scanner_.word(), "the third column", "two columns, as in the first edge");
        }
        break;
      case Third::kWeight:
      case Third::kLeftOut:
        edge.weight = read_third(scanner_.word());
        if (const std::string_view fourth = scanner_.word(); !fourth.empty()) {
          scanner_.refuse(fourth, "the line goes on with",
                          "its end, or --columns 1,2,3, which takes the third for the weight");
        }
        break;
      case Third::kData:
        edge.weight = weight_of_data(rest);
        break;
    }
    graph_.edges.push_back(edge);
  }

  /// Leaves the third column out where a comment names it as no weight, or refuses it.
  void judge_third_by_name(std::string_view third) {
    if (column_names_.size() != 3) return;
    const std::string& name = column_names_[2];
    const Role role = role_of(name);
    named_weight_ = role == Role::kWeight;
    if (role == Role::kBack) {
      scanner_.refuse_text(
          fmt::format("a comment names the third column '{}', a weight of the way back; --columns "
                      "2,1,3 takes it for that, --columns 1,2,3 for the weight, --columns 1,2 "
                      "leaves it out",
                      shown(name)));
    }
    if (may_be_weight(name) || options_.unweighted || !is_number(third)) return;
    third_ = Third::kLeftOut;
    graph_.losses.push_back(fmt::format(
        "column '{}' is left out (--columns 1,2,3 takes it for the weight)", shown(name)));
  }

  /// Refuses times in the place of weights, or says where they may be times.
  void judge_times() {
    if (third_ == Third::kWeight && !named_weight_) {
      const bool said = judge_moments(scanner_, graph_, options_, "the third column",
                                      "--columns 1,2", "--columns 1,2,3");
      if (!said && !options_.unweighted) note_times(graph_);
    }
    if (third_ == Third::kData && options_.columns.empty() && role_of(key_) != Role::kWeight) {
      judge_moments(scanner_, graph_, options_, fmt::format("the key '{}'", shown(key_)),
                    "--columns 1,2", fmt::format("--columns 1,2,{}", shown(key_)));
    }
  }

  /// The weight in the third column. Times of today, in seconds or less, are no weights.
  [[nodiscard]] Distance read_third(std::string_view word) const {
    if (third_ == Third::kLeftOut) {
      if (word.empty()) scanner_.refuse(word, "the third column", "three, as in the first edge");
      return options_.weight;
    }
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error == std::errc{} && stop == word.data() + word.size() && number >= kUnreachable &&
        !options_.scale && !options_.unweighted && !is_no_edge(word, options_)) {
      scanner_.refuse(word, "the weight",
                      fmt::format("{} to {}; --columns 1,2 leaves the third column out, as where "
                                  "it is the time, and --no-edge {} such edges",
                                  1 - kUnreachable, kUnreachable - 1, shown(word)));
    }
    return read_weight(scanner_, word, options_);
  }

  Distance weight_of_data(std::string_view data) {
    if (data.empty()) scanner_.refuse(data, "the data", "'{...}', as in the first edge");
    if (key_.empty()) key_ = weight_key_in_data(scanner_, data);
    const std::string_view weight = value_in_data(scanner_, data, key_, left_out_);
    if (!weight.empty()) return read_weight(scanner_, weight, options_);
    ++without_weight_;
    return options_.weight;
  }

  void read_columns(std::string_view first) {
    words_.assign(1, first);
    for (auto word = scanner_.word(); !word.empty(); word = scanner_.word()) words_.push_back(word);
    const auto column = [&](std::size_t n) {
      const std::string_view line = scanner_.line();
      return columns_[n] < words_.size() ? words_[columns_[n]] : line.substr(line.size());
    };
    Edge edge{};
    edge.source = vertex(column(0), "the source");
    edge.destination = vertex(column(1), "the target");
    edge.weight =
        columns_.size() > 2 ? read_weight(scanner_, column(2), options_) : options_.weight;
    graph_.edges.push_back(edge);
    if (columns_.size() == 2 && mixed_) mixed_->add(scanner_, column(0), column(1));
    if (columns_.size() > 3) {
      set_ways(graph_.edges, is_negative(column(2)), is_negative(column(3)),
               read_weight(scanner_, column(3), options_));
    }
  }

  void finish() {
    if (mixed_) {
      mixed_->refuse_if_mixed(scanner_, "--from csv --separator blank, without --compact,");
    }
    if (options_.compact) {
      graph_.names = names_.take();
      graph_.vertices = graph_.names.size();
    } else {
      graph_.vertices = std::max(graph_.vertices, static_cast<std::size_t>(largest_ + 1));
    }
    note_statement();
    note_size();
    note_near_size();
    note_data();
    note_first();
    judge_times();
    if (late_comments_ > 0) {
      graph_.losses.push_back(
          fmt::format("{} among the edges {} left out, as # and % begin comments",
                      counted(late_comments_, "line"), late_comments_ == 1 ? "is" : "are"));
    }
    if (options_.compact && marked_words_ > 0) {
      graph_.losses.push_back(
          fmt::format("{} above the edges {} left out, as a word that begins with # or % begins a "
                      "comment",
                      counted(marked_words_, "line"), marked_words_ == 1 ? "is" : "are"));
    }
    lead_both_ways();
  }

  /// Adds the ways back where a comment says that edges have them.
  void lead_both_ways() {
    if (options_.undirected) return;
    if (undirected_line_ > 0) {
      add_reverses(graph_.edges);
      graph_.notes.push_back(
          fmt::format("edges lead both ways, as line {} says undirected", undirected_line_));
    } else if (perhaps_undirected_line_ > 0) {
      graph_.losses.push_back(fmt::format(
          "edges lead one way, though line {} says undirected: --undirected adds the ways back",
          perhaps_undirected_line_));
    }
  }

  void note_size() {
    if (!size_ && !options_.header && graph_.edges.size() == 1 && third_ == Third::kNothing &&
        columns_.empty() && graph_.edges[0].source > 0 && graph_.edges[0].destination == 0) {
      graph_.losses.emplace_back(
          "the only line is an edge (--header yes: it says how many vertices there are, and no "
          "edge)");
    }
    if (!size_) return;
    const StatedSizes& sizes = size_->sizes;
    if (static_cast<std::int64_t>(graph_.vertices) > sizes.vertices) {
      graph_.losses.push_back(
          fmt::format("line {} says {}, but V is {}: the largest number + 1; --compact numbers "
                      "those alone that "
                      "have an edge",
                      size_->line, counted(static_cast<std::uint64_t>(sizes.vertices), "vertex"),
                      graph_.vertices));
    }
    if (!options_.compact) {
      graph_.vertices = std::max(graph_.vertices, static_cast<std::size_t>(sizes.vertices));
    }
    if (sizes.count == EdgeCount::kListedOnce && !options_.undirected) {
      graph_.losses.push_back(
          fmt::format("line {} says {}, but there are {}: where each leads both ways, --undirected "
                      "adds the ways back",
                      size_->line, counted(static_cast<std::uint64_t>(sizes.edges), "edge"),
                      graph_.edges.size()));
    }
    if (options_.header && size_->first == 0) return;
    graph_.losses.push_back(fmt::format(
        "line {} is no edge, but says {}, numbered from {} (--header no: it is an edge)",
        size_->line, sizes_text(sizes), size_->first));
  }

  /// Says where the first line is an edge that may nearly be a size line: it has the largest
  /// number, not next to the others, and about as many lines follow as its other number says.
  void note_near_size() {
    if (options_.header || size_ || options_.compact || !columns_.empty()) return;
    if (statement_.vertices >= 0 || graph_.edges.size() < 4) return;
    const Edge& edge = graph_.edges.front();
    const auto lines = static_cast<std::int64_t>(graph_.edges.size()) - 1;
    if (2 * std::abs(edge.destination + first_ - lines) > lines) return;
    const bool apart = std::all_of(
        graph_.edges.begin() + 1, graph_.edges.end(),
        [&](const Edge& e) { return std::max(e.source, e.destination) + 1 < edge.source; });
    if (!apart || edge.source <= edge.destination) return;
    graph_.losses.push_back(fmt::format(
        "the first line is an edge from {} to {}: where it says so many vertices and "
        "edges, {} lines follow, and not {} (--header no: it is an edge)",
        edge.source + first_, edge.destination + first_, lines, edge.destination + first_));
  }

  void note_first() {
    if (options_.compact || options_.first || size_ || smallest_ != 1) return;
    if (statement_.vertices > largest_) return;
    graph_.notes.emplace_back(
        "no edge has vertex 0: where vertices are numbered from 1, --first 1 says so");
  }

  void note_statement() {
    if (statement_.vertices >= 0 &&
        statement_.vertices != static_cast<std::int64_t>(graph_.vertices)) {
      graph_.losses.push_back(fmt::format(
          "line {} says {}, but V is {}: {}", statement_.line,
          counted(static_cast<std::uint64_t>(statement_.vertices), "node"), graph_.vertices,
          options_.compact ? "so many vertices have an edge"
                           : "the largest number + 1; --compact numbers those alone "
                             "that have an edge"));
    }
    if (statement_.edges >= 0 &&
        statement_.edges != static_cast<std::int64_t>(graph_.edges.size())) {
      graph_.losses.push_back(
          fmt::format("line {} says {}, but there {} {}", statement_.line,
                      counted(static_cast<std::uint64_t>(statement_.edges), "edge"),
                      graph_.edges.size() == 1 ? "is" : "are", graph_.edges.size()));
    }
  }

  void note_data() {
    if (third_ != Third::kData || options_.unweighted) return;
    if (without_weight_ > 0 && without_weight_ < graph_.edges.size()) {
      graph_.losses.push_back(fmt::format("{} without a '{}' {} weight {}",
                                          counted(without_weight_, "edge"), shown(key_),
                                          without_weight_ == 1 ? "has" : "have", options_.weight));
    }
    if (key_ != "weight" && options_.columns.empty()) {
      graph_.notes.push_back(
          fmt::format("the key '{}' is the weight (--columns 1,2: there is none)", shown(key_)));
    }
    if (left_out_.empty() || !options_.columns.empty()) return;
    std::string list;
    for (const std::string& key : left_out_)
      list += fmt::format("{}'{}'", list.empty() ? "" : ", ", key);
    graph_.losses.push_back(fmt::format("data of edges left out: {}", list));
  }

  Scanner scanner_;
  const ReadOptions& options_;
  std::vector<std::size_t> columns_;     // of --columns, or empty
  std::string key_;                      // of the weight in data; empty: not known yet
  std::vector<std::string_view> words_;  // of the line
  EdgeGraph graph_;
  NameTable names_;
  std::vector<std::string> column_names_;  // of columns, by a comment that names source and target
  Statement statement_;
  Third third_ = Third::kNothing;
  bool named_weight_ = false;       // a comment names the third column so
  std::set<std::string> left_out_;  // keys of data
  std::size_t without_weight_ = 0;
  std::size_t late_comments_ = 0;
  std::size_t marked_words_ = 0;        // comments above the edges that may be edges of words
  std::int64_t smallest_ = kMostCount;  // of the vertices' numbers, from 0
  std::int64_t largest_ = -1;
  std::optional<SizeLine> size_;
  std::optional<MixedSeparators> mixed_;     // where vertices are words
  int first_ = 0;                            // the number of the first vertex
  std::size_t undirected_line_ = 0;          // the comment of SNAP; 0: none
  std::size_t perhaps_undirected_line_ = 0;  // another comment with this word
};

}  // namespace

EdgeGraph read_edge_list(Input& input, const ReadOptions& options) {
  return EdgeListReader(input, options).read();
}

void write_edge_list(const EdgeGraph& graph, const Output& output, const std::string&) {
  const auto produce = [&](Text& text) {
    text.put("# Nodes: ").number(static_cast<std::int64_t>(graph.vertices));
    text.put(" Edges: ").number(static_cast<std::int64_t>(graph.edges.size())).put('\n');
    // Else they would be refused or noted as times when they are read again.
    if (may_be_moments(graph.edges)) text.put("# source target weight\n");
    for (const Edge& edge : graph.edges) {
      text.number(edge.source).put('\t').number(edge.destination).put('\t').number(edge.weight);
      text.put('\n');
    }
  };
  write_text(output.path, output.sync, produce, output.stale);
}

}  // namespace apsp::convert
