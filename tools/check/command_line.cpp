// SPDX-License-Identifier: MIT
#include "tools/check/command_line.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

#include "common/command_line.hpp"
#include "common/error.hpp"

namespace apsp::check {
namespace {

constexpr int kMostThreads = 4096;
constexpr std::size_t kAllRows = std::numeric_limits<std::size_t>::max();

constexpr const char* kFooter =
    R"(Against a graph, by itself the program proves all rows if V (V + E) is at most 6e10: about ten
seconds on two cores. Beyond that it recomputes a sample of rows, as many as take some seconds, and
looks at all rows for the diagonal, the range of lengths and the weight of every edge.

The last line of standard output is the verdict and says what was covered. Above it stand the first
ten wrong entries: row, column, offset in the file, found, expected.

Examples:
  hw3-check c01.out c01.expected
  hw3-check --graph c01.in c01.out
  hw3-check --graph p25k1.in --rows 500 --seed 7 p25k1.out

Exit codes:
  0      right
  1      wrong
  2      usage
  3      bad or unreadable input
  4      the graph has no answer: a negative cycle, or a length out of range
  5      not enough memory
  7      standard output cannot be written
  128+s  ended by signal s)";

std::optional<std::size_t> parse_rows(const std::string& text) {
  if (text == "auto") return std::nullopt;
  if (text == "all") return kAllRows;
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || number == 0) {
    throw CLI::ValidationError(
        fmt::format("--rows is '{}', expected auto, all or a number of rows from 1", text));
  }
  return number;
}

void add_options(CLI::App& cli, CommandLine& line) {
  cli.add_option("FOUND", line.found, "distance file to check, or - for standard input")
      ->required()
      ->option_text(" ");
  auto* const expected =
      cli.add_option("EXPECTED", line.expected, "distance file that it should be equal to")
          ->option_text(" ");
  auto* const graph =
      cli.add_option("--graph", line.graph, "in place of EXPECTED: graph file to check it against")
          ->option_text("GRAPH")
          ->excludes(expected);
  cli.add_option_function<std::string>(
         "--rows", [&line](const std::string& text) { line.rows.number = parse_rows(text); },
         "rows to check completely: auto, all or a number;\ndefault: auto")
      ->option_text("ROWS")
      ->needs(graph);
  add_integer(cli, "--seed", 0, INT64_MAX, "another seed, another sample of rows; default: 1",
              [&line](std::int64_t seed) { line.rows.seed = static_cast<std::uint64_t>(seed); })
      ->needs(graph);
  add_integer(cli, "--threads", 1, kMostThreads,
              "number of threads; default: OMP_NUM_THREADS, else one\nfor each processor granted",
              [](std::int64_t threads) { omp_set_num_threads(static_cast<int>(threads)); });
  cli.add_flag("--quiet", line.quiet, "print nothing, the exit code says it");
}

}  // namespace

std::optional<CommandLine> parse(int argc, char** argv) {
  CommandLine line;
  CLI::App cli(
      "hw3-check: checks distances against expected ones or, without any, against their graph",
      "hw3-check");
  cli.get_formatter()->column_width(22);
  cli.get_formatter()->label("Positionals", "Arguments");
  cli.set_help_flag("--help", "print this help and exit");
  cli.set_version_flag("--version", "hw3-check " APSP_VERSION, "print the version and exit");
  cli.footer(kFooter);
  add_options(cli, line);
  if (!parse_command_line(cli, argc, argv)) return std::nullopt;
  if (line.expected.empty() && line.graph.empty()) {
    throw Error(ExitCode::kUsage, "nothing to check against: EXPECTED or --graph is needed\n" +
                                      help_hint("hw3-check"));
  }
  return line;
}

}  // namespace apsp::check
