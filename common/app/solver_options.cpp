// SPDX-License-Identifier: MIT
#include "common/app/solver_options.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "common/app/exit_code.hpp"
#include "common/app/named_files.hpp"
#include "common/app/near_options.hpp"
#include "common/app/option_parser.hpp"

namespace apsp {
namespace {

constexpr const char* kTasksHelp =
    "\n"
    "Several tasks of mpirun or srun make one solve, with one output and one exit\n"
    "code. APSP_RANKS=1 has each solve for itself; APSP_RANKS_SECONDS=N is the time\n"
    "in which all must have come (60) and after which a silent one is dead (30).\n\n";

/// The footer of --help.
std::string examples_and_exit_codes(const Program& program) {
  return fmt::format(
      "Examples:\n"
      "  {0} graph.bin distances.bin\n"
      "  {1} {0} --verbose graph.bin distances.bin\n"
      "  {0} --summary summary.json graph.bin\n"
      "  {0} --plan graph.bin\n"
      "\n"
      "{2}\n"
      "{3}\n"
      "{4}"
      "A run that fails leaves OUTPUT and predecessors as they were; only summary and\n"
      "report are written after them.",
      program.name, program.launcher, kSourceListHelp,
      describe_exit_codes("done",
                          {{Fault::kInternal, "internal or device error"},
                           Fault::kUsage,
                           Fault::kInput,
                           Fault::kNoAnswer,
                           {Fault::kMemory, "not enough memory, host or device"},
                           Fault::kNoDevice,
                           {Fault::kOutput, "output, summary or report cannot be written"}}),
      program.make_joint_backend ? kTasksHelp : "");
}

/// Rows are too large to be kept: a checkpoint has their numbers alone.
void refuse_checkpoint_of_rows(const OptionParser& parser, const SolverOptions& options) {
  if (!options.checkpoint) return;
  if (!options.summary) {
    parser.refuse("--checkpoint FILE keeps what is done of a summary: add --summary FILE");
  }
  for (const auto& [given, name] : {std::pair(options.output.has_value(), "OUTPUT"),
                                    std::pair(options.predecessors.has_value(), "--predecessors"),
                                    std::pair(options.verify_rows.has_value(), "--verify")}) {
    if (!given) continue;
    parser.refuse(fmt::format(
        "--checkpoint FILE keeps the numbers of rows alone, and {} needs whole rows", name));
  }
}

/// Sparse rows are made by searches of their own, and into OUTPUT alone.
void refuse_beside_near(const OptionParser& parser, const SolverOptions& options,
                        const NearOptions& near) {
  if (!near.wanted()) {
    if (near.path_vertex) {
      parser.refuse("--path-vertices is about sparse rows: add --within LIMIT or --nearest K");
    }
    return;
  }
  const char* const option = near.within ? "--within LIMIT" : "--nearest K";
  if (!options.output) {
    parser.refuse(fmt::format("{} writes sparse rows to OUTPUT, which is missing", option));
  }
  if (options.predecessors) {
    parser.refuse(fmt::format(
        "{} writes sparse rows to OUTPUT, and --predecessors FILE is of whole rows: expected "
        "--path-vertices predecessors",
        option));
  }
  for (const auto& [given, name] :
       {std::pair(options.summary.has_value(), "--summary"), std::pair(options.plan, "--plan"),
        std::pair(options.verify_rows.has_value(), "--verify"),
        std::pair(options.arithmetic.has_value(), "--arithmetic")}) {
    if (!given) continue;
    parser.refuse(fmt::format("{} writes sparse rows, and {} is about whole ones", option, name));
  }
}

void refuse_impossible(const OptionParser& parser, const SolverOptions& options) {
  if (!options.output && !options.summary && !options.predecessors && !options.plan) {
    parser.refuse("OUTPUT is required, or --summary FILE, or --predecessors FILE, or --plan");
  }
  if (options.targets && !options.output && !options.predecessors && !options.plan) {
    parser.refuse(
        "--targets says which columns of OUTPUT and of --predecessors FILE to write, and there is "
        "only --summary FILE: add OUTPUT or --predecessors FILE");
  }
  refuse_checkpoint_of_rows(parser, options);
  if (options.output == "-" && !options.plan && isatty(STDOUT_FILENO) != 0) {
    parser.refuse("OUTPUT is '-' and standard output is a terminal: send it to a file or a pipe");
  }
  NamedFiles files(parser);
  files.read("INPUT", options.input);
  files.read_names("INPUT", options.input);
  files.read(options.sources);
  files.read(options.targets);
  const bool is_made = !options.plan || options.output != "-";  // standard output has the plan
  if (options.output && is_made) files.write("OUTPUT", *options.output);
  for (const auto& [option, file] :
       {std::pair("--predecessors", options.predecessors), std::pair("--summary", options.summary),
        std::pair("--report", options.report), std::pair("--checkpoint", options.checkpoint)}) {
    if (!file) continue;
    if (file->empty() || *file == "-") {
      parser.refuse(fmt::format("{} is '{}', expected a file: standard output is for distances",
                                option, *file));
    }
    files.write(option, *file);
  }
  if (options.plan && !options.quiet) files.print();
}

/// Returns the values of --arithmetic.
std::vector<std::string> arithmetic_names(const Program& program) {
  std::vector<std::string> names = {"auto"};
  for (const Width width : program.widths) {
    names.emplace_back(name(width));
  }
  return names;
}

/// Returns the description of --arithmetic, with the largest distance of each width.
std::string arithmetic_help(const Program& program) {
  std::string text =
      "width to compute in; auto finds the narrowest that is\nexact, by the largest distance:";
  for (const Width width : program.widths) {
    text += fmt::format("{}{} up to {}", width == program.widths.front() ? " " : ", ", name(width),
                        infinity_of(width) - 1);
  }
  return text + "; one of";
}

void add_checkpoint(OptionParser& parser, SolverOptions& options) {
  const auto checkpoint = parser.add_text(
      "--checkpoint", "FILE",
      "keep what is done of --summary in FILE, each minute and\nat SIGTERM and SIGINT. A run that "
      "finds FILE goes on from\nthere; FILE goes once the summary is in place",
      options.checkpoint);
  parser
      .add_integer("--checkpoint-every", 0, std::numeric_limits<std::int32_t>::max(),
                   "seconds between two writes of that FILE (60)",
                   [&](std::int64_t seconds) { options.checkpoint_seconds = seconds; })
      .needs(checkpoint);
}

void add_verify(OptionParser& parser, SolverOptions& options) {
  constexpr std::int64_t kRows = 16;
  auto verify = parser.add_optional_integer(
      "--verify", 1, std::numeric_limits<std::int32_t>::max(), kRows,
      "check a sample before OUTPUT appears: ROWS random\nrows (16) are computed anew from the "
      "graph, all rows are\nheld against some edges. Takes 4 x ROWS x V bytes of memory",
      [&](std::int64_t rows) { options.verify_rows = static_cast<std::size_t>(rows); });
  verify.shown_as("[=ROWS]");
  parser
      .add_integer(
          "--verify-seed", 0, std::numeric_limits<std::int64_t>::max(),
          "look at the rows and edges of an earlier --verify",
          [&](std::int64_t seed) { options.verify_seed = static_cast<std::uint64_t>(seed); })
      .needs(verify);
}

}  // namespace

std::optional<SolverOptions> parse_solver_options(int argc, char** argv, const Program& program) {
  SolverOptions options;
  constexpr std::size_t kColumn = 21;
  OptionParser parser(program.name, program.name + ": " + program.summary,
                      examples_and_exit_codes(program), kColumn);

  parser
      .add_argument("INPUT",
                    fmt::format("graph file, weights from {} to\n{}, or - for standard input",
                                1 - kUnreachable, kUnreachable - 1),
                    options.input)
      .required();
  parser.add_argument(
      "OUTPUT",
      "distance file, or - for standard output; may be\nmissing with --summary or --predecessors",
      options.output);
  parser.add_flag("--plan",
                  "print method, time, memory and size of the output as\nexpected, and stop; exit "
                  "code 5 if it does not fit",
                  options.plan);
  parser.add_flag("--undirected", "each edge of INPUT leads both ways", options.undirected);
  const auto quiet = parser.add_flag("--quiet", "print nothing but errors", options.quiet);
  parser.add_flag("--verbose", "print the time of each phase at the end", options.verbose)
      .excludes(quiet);
  parser.add_text("--predecessors", "FILE",
                  "write the vertex before each, on a shortest path, to\nFILE: V x V numbers as "
                  "OUTPUT, -9999 where there is none",
                  options.predecessors);
  parser.add_text("--summary", "FILE",
                  "write diameter, centre, histogram of distances and\nmore as JSON to FILE: of "
                  "whole rows, so that "
                  "each length\nin them must fit, also beside --targets",
                  options.summary);
  add_source_list(parser, "--sources", "compute only the rows of these vertices, in this order",
                  options.sources);
  add_source_list(parser, "--targets", "write only the columns of these vertices, in this order",
                  options.targets);
  parser.add_text("--report", "FILE", "write facts and times as JSON to FILE", options.report);
  parser.add_choice("--arithmetic", arithmetic_names(program), arithmetic_help(program),
                    [&](const std::string& choice) {
                      const auto width = std::find_if(kWidths.begin(), kWidths.end(),
                                                      [&](Width w) { return name(w) == choice; });
                      options.arithmetic =
                          width == kWidths.end() ? Arithmetic() : Arithmetic(*width);
                    });
  parser.add_flag("--sync",
                  "flush OUTPUT, predecessors and the summary to the disk\nbefore they appear",
                  options.sync);
  add_verify(parser, options);
  add_checkpoint(parser, options);
  if (program.add_options) {
    program.add_options(parser);
  }

  if (!parser.parse(argc, argv)) {
    return std::nullopt;
  }
  if (program.near != nullptr) refuse_beside_near(parser, options, *program.near);
  refuse_impossible(parser, options);
  return options;
}

}  // namespace apsp
