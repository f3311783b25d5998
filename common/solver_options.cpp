// SPDX-License-Identifier: MIT
#include "common/solver_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "common/command_line.hpp"
#include "common/error.hpp"
#include "common/same_file.hpp"

namespace apsp {
namespace {

/// The footer of --help.
std::string examples_and_exit_codes(const Program& program) {
  return fmt::format(
      "Examples:\n"
      "  {0} graph.bin distances.bin\n"
      "  {1} {0} --verbose graph.bin distances.bin\n"
      "\n"
      "Exit codes:\n"
      "  0      done\n"
      "  1      internal or device error\n"
      "  2      usage\n"
      "  3      bad or unreadable input\n"
      "  4      no answer: a negative cycle, or a length out of range\n"
      "  5      not enough memory, host or device\n"
      "  6      no usable GPU\n"
      "  7      output or report cannot be written\n"
      "  128+s  ended by signal s\n"
      "A run that fails leaves OUTPUT as it was; only the report is written after it.",
      program.name, program.launcher);
}

void refuse_impossible(const SolverOptions& options, const std::string& hint) {
  const auto refuse = [&](const std::string& message) {
    throw Error(ExitCode::kUsage, message + "\n" + hint);
  };
  if (options.output == "-" && isatty(STDOUT_FILENO) != 0) {
    refuse("OUTPUT is '-' and standard output is a terminal: send it to a file or a pipe");
  }
  if (same_file(options.input, STDIN_FILENO, options.output, STDOUT_FILENO)) {
    refuse(fmt::format("INPUT {} and OUTPUT {} are the same file", options.input, options.output));
  }
  if (!options.report) {
    return;
  }
  const std::string& report = *options.report;
  if (report.empty() || report == "-") {
    refuse(
        fmt::format("--report is '{}', expected a file: standard output is for distances", report));
  }
  if (same_file(report, STDOUT_FILENO, options.input, STDIN_FILENO)) {
    refuse(fmt::format("--report {} and INPUT {} are the same file", report, options.input));
  }
  // The output need not exist yet, so equal names count too.
  if (report == options.output || same_file(report, STDOUT_FILENO, options.output, STDOUT_FILENO)) {
    refuse(fmt::format("--report {} and OUTPUT {} are the same file", report, options.output));
  }
}

/// What --arithmetic takes.
std::vector<std::string> arithmetic_names(const Program& program) {
  std::vector<std::string> names = {"auto"};
  for (const Width width : program.widths) {
    names.emplace_back(name(width));
  }
  return names;
}

void add_verify(CLI::App& cli, SolverOptions& options) {
  constexpr std::int64_t kRows = 16;
  auto* const verify = add_optional_integer(
      cli, "--verify", 1, std::numeric_limits<std::int32_t>::max(), kRows,
      "check the result before OUTPUT appears: ROWS random\nrows (16) are computed anew from the "
      "graph, all rows\nmust fit its edges; takes 4 x ROWS x V bytes of memory",
      [&](std::int64_t rows) { options.verify_rows = static_cast<std::size_t>(rows); });
  verify->option_text("[=ROWS]");
  add_integer(cli, "--verify-seed", 0, std::numeric_limits<std::int64_t>::max(),
              "look at the rows and edges of an earlier --verify",
              [&](std::int64_t seed) { options.verify_seed = static_cast<std::uint64_t>(seed); })
      ->needs(verify);
}

}  // namespace

std::optional<SolverOptions> parse_solver_options(int argc, char** argv, const Program& program) {
  SolverOptions options;
  CLI::App cli(program.name + ": " + program.summary + "\n", program.name);
  cli.get_formatter()->column_width(21);
  cli.get_formatter()->label("Positionals", "Arguments");
  cli.set_help_flag("--help", "print this help and exit");
  cli.set_version_flag("--version", program.name + " " + APSP_VERSION,
                       "print the version and exit");
  cli.footer(examples_and_exit_codes(program));

  cli.add_option("INPUT", options.input, "graph file, or - for standard input")
      ->required()
      ->option_text(" ");
  cli.add_option("OUTPUT", options.output, "distance file, or - for standard output")
      ->required()
      ->option_text(" ");
  auto* const quiet =
      cli.add_flag("--quiet", options.quiet, "print nothing but errors")->option_text(" ");
  cli.add_flag("--verbose", options.verbose, "print the time of each phase at the end")
      ->option_text(" ")
      ->excludes(quiet);
  cli.add_option("--report", options.report, "write facts and times as JSON to FILE")
      ->option_text("FILE");
  add_choice(cli, "--arithmetic", arithmetic_names(program), "width to compute in",
             [&](const std::string& choice) {
               const auto width = std::find_if(kWidths.begin(), kWidths.end(),
                                               [&](Width w) { return name(w) == choice; });
               options.arithmetic = width == kWidths.end() ? Arithmetic() : Arithmetic(*width);
             });
  cli.add_flag("--sync", options.sync, "flush OUTPUT to the disk before it appears");
  add_verify(cli, options);
  if (program.add_options) {
    program.add_options(cli);
  }

  if (!parse_command_line(cli, argc, argv)) {
    return std::nullopt;
  }
  refuse_impossible(options, help_hint(program.name));
  return options;
}

}  // namespace apsp
