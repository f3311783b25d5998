// SPDX-License-Identifier: MIT
// The files of the KONECT collection: "% FORMAT WEIGHTS", perhaps "% edges sources targets", then
// "source target [weight [time]]" a line, with vertices from 1.
// FORMAT: asym, directed; sym, undirected; bip, undirected between two sets of vertices, which are
// numbered each from 1: here the second set follows the first one.
// WEIGHTS gives the meaning of the third column: none (unweighted), the number of edges of a line
// (positive), or the weight (signed, weighted, posweighted). With multi- before these, lines with
// the same ends are edges of their own.
// http://konect.cc (The KONECT Handbook, section on the file format)
#include "tools/convert/konect.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "tools/convert/edge_graph.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/text_output.hpp"

namespace apsp::convert {
namespace {

constexpr std::array<std::string_view, 3> kShapes = {"sym", "asym", "bip"};
constexpr std::array<std::string_view, 2> kWithoutWeights = {"unweighted", "positive"};
constexpr std::array<std::string_view, 6> kWithWeights = {
    "posweighted", "weighted", "signed", "multisigned", "multiweighted", "multiposweighted"};

template <typename Words>
bool is_one_of(std::string_view word, const Words& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

struct Header {
  std::string_view shape;
  std::string_view weights;
  [[nodiscard]] bool weighted() const { return is_one_of(weights, kWithWeights); }
};

/// The word behind the %, with or without a blank between them.
std::string_view word_behind_percent(Scanner& scanner) {
  std::string_view word = scanner.word();
  if (word.starts_with('%')) word.remove_prefix(1);
  return word.empty() ? scanner.word() : word;
}

Header read_header(Scanner& scanner) {
  if (!scanner.next_line() || !scanner.line().starts_with('%')) {
    scanner.refuse(scanner.line(), "the first line", "'% FORMAT WEIGHTS', as KONECT has it");
  }
  Header header;
  header.shape = word_behind_percent(scanner);
  if (!is_one_of(header.shape, kShapes)) {
    scanner.refuse(header.shape, "the format", "sym, asym or bip");
  }
  header.weights = scanner.word();
  if (header.weights == "dynamic") {
    scanner.refuse(header.weights, "the kind of weights",
                   "a graph whose edges do not come and go: -1 in the third column removes one");
  }
  if (!header.weighted() && !is_one_of(header.weights, kWithoutWeights)) {
    scanner.refuse(header.weights, "the kind of weights",
                   "unweighted, positive, posweighted, weighted, signed, multisigned, "
                   "multiweighted or multiposweighted");
  }
  return header;
}

/// The numbers of "% edges sources targets"; 0 where the file does not say.
struct Sizes {
  std::int64_t edges = -1;
  std::int64_t sources = 0;
  std::int64_t targets = 0;
};

/// Nothing for a comment that is not two or three numbers.
std::optional<Sizes> sizes_of(Scanner line) {
  std::array<std::int64_t, 3> numbers{};
  std::size_t count = 0;
  for (auto word = word_behind_percent(line); !word.empty(); word = line.word()) {
    if (count == numbers.size() || word.size() > 10 ||
        word.find_first_not_of("0123456789") != std::string_view::npos) {
      return std::nullopt;
    }
    for (const char c : word) numbers[count] = 10 * numbers[count] + (c - '0');
    if (numbers[count++] > kMostCount) return std::nullopt;
  }
  if (count < 2) return std::nullopt;
  return Sizes{numbers[0], numbers[1], count == 3 ? numbers[2] : numbers[1]};
}

class Reader {
 public:
  Reader(Input& input, const ReadOptions& options)
      : scanner_(input.name(), input.bytes()), options_(options), header_(read_header(scanner_)) {}

  EdgeGraph read() {
    reserve(graph_.edges, scanner_.lines_left());
    while (scanner_.next_line()) {
      if (scanner_.line().starts_with('%')) {
        if (scanner_.number() == 2) sizes_ = sizes_of(scanner_).value_or(Sizes{});
        continue;
      }
      if (!scanner_.rest_of_line().empty()) read_edge();
    }
    note();
    finish();
    return std::move(graph_);
  }

 private:
  void read_edge() {
    Edge edge{};
    edge.source = vertex("the source", largest_source_);
    edge.destination = vertex("the target", largest_target_);
    std::array<std::string_view, 2> more = {scanner_.word(), {}};
    if (!more[0].empty()) more[1] = scanner_.word();
    scanner_.end_line();
    const std::size_t columns =
        2 + static_cast<std::size_t>(std::count_if(
                more.begin(), more.end(), [](std::string_view word) { return !word.empty(); }));
    if (graph_.edges.empty()) columns_ = columns;
    if (columns != columns_) {
      const std::string_view line = scanner_.line();
      scanner_.refuse(columns > columns_ ? more[columns_ - 2] : line.substr(line.size()),
                      fmt::format("column {}", std::min(columns, columns_) + 1),
                      fmt::format("{}, as in the first edge", counted(columns_, "column")));
    }
    edge.weight = header_.weighted() && columns > 2 ? read_weight(scanner_, more[0], options_)
                                                    : options_.weight;
    graph_.edges.push_back(edge);
  }

  std::int32_t vertex(std::string_view what, std::int64_t& largest) {
    const std::int64_t number = scanner_.integer(what, 1, kMostCount);
    largest = std::max(largest, number);
    return static_cast<std::int32_t>(number - 1);
  }

  void note() {
    auto& notes = graph_.notes;
    auto& losses = graph_.losses;
    if (header_.weighted() && columns_ == 2 && !graph_.edges.empty()) {
      notes.push_back(
          fmt::format("the header says {}, but there is no third column: every edge "
                      "has weight {}",
                      header_.weights, options_.weight));
    }
    if (!header_.weighted() && columns_ > 2) {
      losses.push_back(
          fmt::format("the third column is left out: the header says {}, {}", header_.weights,
                      header_.weights == "positive" ? "so that it counts edges with the same ends"
                                                    : "without weights"));
    }
    if (columns_ == 4) losses.emplace_back("the fourth column, the time, is left out");
    if (sizes_.edges >= 0 && sizes_.edges != static_cast<std::int64_t>(graph_.edges.size())) {
      losses.push_back(fmt::format("line 2 says {}, but there {} {}",
                                   counted(static_cast<std::uint64_t>(sizes_.edges), "edge"),
                                   graph_.edges.size() == 1 ? "is" : "are", graph_.edges.size()));
    }
    note_larger(largest_source_, sizes_.sources);
    note_larger(largest_target_, sizes_.targets);
  }

  void note_larger(std::int64_t largest, std::int64_t stated) {
    if (stated == 0 || largest <= stated) return;
    graph_.losses.push_back(fmt::format("line 2 says {}, but there is a number {}",
                                        counted(static_cast<std::uint64_t>(stated), "vertex"),
                                        largest));
  }

  /// Numbers the vertices and adds the ways back.
  void finish() {
    const std::int64_t sources = std::max(largest_source_, sizes_.sources);
    const std::int64_t targets = std::max(largest_target_, sizes_.targets);
    if (header_.shape == "bip") {
      if (sources + targets > kMostCount) {
        scanner_.refuse_text(fmt::format("{} and {} vertices, expected at most {} together",
                                         sources, targets, kMostCount));
      }
      for (Edge& edge : graph_.edges) edge.destination += static_cast<std::int32_t>(sources);
      graph_.vertices = static_cast<std::size_t>(sources + targets);
      graph_.notes.push_back(fmt::format(
          "of two sets of vertices the first one is 0 to {}, the second one {} to {}; edges lead "
          "both ways",
          sources - 1, sources, sources + targets - 1));
    } else {
      graph_.vertices = static_cast<std::size_t>(std::max(sources, targets));
    }
    if (header_.shape != "asym") add_reverses(graph_.edges);
  }

  Scanner scanner_;
  const ReadOptions& options_;
  Header header_;
  Sizes sizes_;
  EdgeGraph graph_;
  std::size_t columns_ = 2;
  std::int64_t largest_source_ = 0;
  std::int64_t largest_target_ = 0;
};

}  // namespace

bool is_konect_header(std::string_view line) {
  Scanner scanner("", line);
  return scanner.next_line() && line.starts_with('%') &&
         is_one_of(word_behind_percent(scanner), kShapes);
}

EdgeGraph read_konect(Input& input, const ReadOptions& options) {
  return Reader(input, options).read();
}

void write_konect(const EdgeGraph& graph, const Output& output, const std::string&) {
  const auto produce = [&](Text& text) {
    const auto vertices = static_cast<std::int64_t>(graph.vertices);
    text.put("% asym weighted\n% ").number(static_cast<std::int64_t>(graph.edges.size()));
    text.put(' ').number(vertices).put(' ').number(vertices).put('\n');
    for (const Edge& edge : graph.edges) {
      text.number(std::int64_t{edge.source} + 1).put(' ');
      text.number(std::int64_t{edge.destination} + 1).put(' ').number(edge.weight).put('\n');
    }
  };
  write_text(output.path, output.sync, produce, output.stale);
}

}  // namespace apsp::convert
