// SPDX-License-Identifier: MIT
#include "tools/check/command_line.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>
#include <utility>

#include "common/app/exit_code.hpp"
#include "common/app/named_files.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/threads.hpp"

namespace apsp::check {
namespace {

constexpr std::size_t kAllRows = std::numeric_limits<std::size_t>::max();

constexpr const char* kFooter =
    R"(Against a graph, by itself the program proves all rows if V (V + E) is at most 6e10: about ten
seconds on two cores. Beyond that it recomputes a sample of rows, as many as take some seconds. In
all rows it then checks the diagonal, the range of lengths and the weight of every edge. Weights may
be negative. With --sources all this is about the rows of these vertices.

With --targets alone, each column is proven as rows are. With both, rows or columns, whichever are
fewer, are computed anew and proven, and the entries must equal theirs; --rows counts them.

The last line of standard output is the verdict and says what was covered. Above it stand the first
ten wrong entries: row, column, offset in the file, found, expected.

)";

constexpr const char* kExamples = R"(
Examples:
  hw3-check c01.out c01.expected
  hw3-check --graph c01.in c01.out
  hw3-check --graph p25k1.in --rows 500 --seed 7 p25k1.out
  hw3-check --graph p25k1.in --sources 7,100:120 rows.out
  hw3-check --graph p25k1.in --sources 7,100:120 --targets 3,4 part.out

)";

/// The end of --help.
std::string footer() {
  return std::string(kFooter) + kSourceListHelp + kExamples +
         describe_exit_codes(
             "right", {{Fault::kInternal, "wrong"},
                       Fault::kUsage,
                       Fault::kInput,
                       {Fault::kNoAnswer,
                        "the graph has no answer: a negative cycle, or a length out of range"},
                       Fault::kMemory,
                       {Fault::kOutput, "standard output cannot be written"}});
}

std::optional<std::size_t> parse_rows(const std::string& text) {
  if (text == "auto") return std::nullopt;
  if (text == "all") return kAllRows;
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || number == 0) {
    throw InvalidValue(
        fmt::format("--rows is '{}', expected auto, all or a number of rows from 1", text));
  }
  return number;
}

void add_options(OptionParser& parser, CommandLine& line) {
  parser.add_argument("FOUND", "distance file to check, or - for standard input", line.found)
      .required();
  const auto expected =
      parser.add_argument("EXPECTED", "distance file that it should be equal to", line.expected);
  auto graph = parser.add_text("--graph", "GRAPH",
                               "in place of EXPECTED: graph file to check it against", line.graph);
  graph.excludes(expected);
  parser.add_flag("--undirected", "each edge of GRAPH leads both ways", line.undirected)
      .needs(graph);
  parser
      .add_text("--rows", "ROWS", "rows to check completely: auto, all or a number;\ndefault: auto",
                [&line](const std::string& text) { line.rows.number = parse_rows(text); })
      .needs(graph);
  parser
      .add_integer(
          "--seed", 0, INT64_MAX, "another seed, another sample of rows; default: 1",
          [&line](std::int64_t seed) { line.rows.seed = static_cast<std::uint64_t>(seed); })
      .needs(graph);
  add_distance_part(parser, line.part);
  add_distance_vertices(parser, line.part).excludes(graph);
  parser.add_threads(use_threads);
  parser.add_flag("--quiet", "print nothing, the exit code says it", line.quiet);
}

}  // namespace

std::optional<CommandLine> parse(int argc, char** argv) {
  CommandLine line;
  OptionParser parser(
      "hw3-check",
      "hw3-check: checks distances against expected ones or, without any, against their graph",
      footer());
  add_options(parser, line);
  if (!parser.parse(argc, argv)) return std::nullopt;
  if (line.expected.empty() && line.graph.empty()) {
    parser.refuse("nothing to check against: EXPECTED or --graph is needed");
  }
  NamedFiles files(parser);
  for (const auto& [name, file] :
       {std::pair("FOUND", line.found), std::pair("EXPECTED", line.expected),
        std::pair("--graph", line.graph)}) {
    if (file.empty()) continue;
    files.read(name, file);
    files.read_names(name, file);
  }
  files.read(line.part.sources);
  files.read(line.part.targets);
  if (!line.quiet) files.print();
  return line;
}

}  // namespace apsp::check
