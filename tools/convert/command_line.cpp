// SPDX-License-Identifier: MIT
#include "tools/convert/command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include "common/command_line.hpp"
#include "common/error.hpp"
#include "common/same_file.hpp"

namespace apsp::convert {
namespace {

constexpr const char* kDistances = "distances";

constexpr const char* kNotes =
    R"(An input's format shows in its bytes or else in its suffix, an output's in its suffix. Of edges
with the same ends the smallest weight stays; how many went is said on standard error. An edge of
weight 0 is an edge. In an npy matrix no edge is infinity, NaN, 1073741823, or 0; on the diagonal 0
is never one. A metis graph is undirected and lists each edge from both ends.

csv, and edges with --compact, have names of vertices: they are numbered in order of appearance, and
OUTPUT.names holds them, one a line, unless OUTPUT is csv itself. Without --compact the numbers in
edges are the vertices, V is the largest + 1, or what a line '# Nodes: V' says if that is more.

Examples:
  hw3-convert USA-road-d.NY.gr graph.bin
  hw3-convert --undirected --weight 5 friends.txt graph.bin
  hw3-convert --scale 1000 cities.csv graph.bin
  hw3-convert --from hw3 --to mtx - - < graph.bin > graph.mtx
  hw3-convert --from distances distances.bin distances.npy

Exit codes:
  0      done
  1      internal error
  2      usage
  3      bad or unreadable input, or a graph that the output's format cannot hold
  5      not enough memory
  7      output cannot be written
  128+s  ended by signal s
Unless it is 0, OUTPUT is as it was before.)";

std::string footer() {
  std::string text = "Formats:\n";
  for (const Format& format : formats()) {
    text += fmt::format("  {:<10} {:<30} {}\n", format.name, format.suffixes, format.summary);
  }
  text += fmt::format("  {:<10} {:<30} {}\n\n", kDistances, "", "only --from, and only to npy");
  return text + kNotes;
}

double parse_scale(const std::string& text) {
  double scale = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, scale);
  if (error != std::errc{} || stop != end || !std::isfinite(scale) || scale <= 0) {
    throw CLI::ValidationError(
        fmt::format("--scale is '{}', expected a number above 0, such as 1000 or 0.5", text));
  }
  return scale;
}

void add_formats(CLI::App& cli, Conversion& conversion) {
  std::vector<std::string> names;
  for (const Format& format : formats()) names.emplace_back(format.name);
  add_choice(cli, "--to", names, "format of OUTPUT",
             [&conversion](const std::string& name) { conversion.to = find_format(name); });
  names.emplace_back(kDistances);
  add_choice(cli, "--from", names, "format of INPUT", [&conversion](const std::string& name) {
    conversion.from = find_format(name);
    conversion.distances = name == kDistances;
  });
}

void add_options(CLI::App& cli, CommandLine& line) {
  Conversion& conversion = line.conversion;
  cli.add_option("INPUT", conversion.input, "file to read, or - for standard input")
      ->required()
      ->option_text(" ");
  cli.add_option("OUTPUT", conversion.output.path, "file to write, or - for standard output")
      ->required()
      ->option_text(" ");
  add_formats(cli, conversion);
  add_integer(cli, "--weight", 1 - kUnreachable, kUnreachable - 1,
              "weight of edges that come without; default: 1",
              [&](std::int64_t weight) { conversion.read.weight = static_cast<Distance>(weight); });
  cli.add_option_function<std::string>(
         "--scale", [&](const std::string& text) { conversion.read.scale = parse_scale(text); },
         "weights become round(x * X), halves away from 0;\nwithout it they must be whole")
      ->option_text("X");
  cli.add_flag("--undirected", conversion.undirected,
               "add the reverse of every edge that is no loop");
  cli.add_flag("--keep-repeated", conversion.keep_repeated, "keep all edges with the same ends");
  cli.add_flag("--compact", conversion.read.compact,
               "edges: number the vertices in order of appearance");
  cli.add_flag("--zero-is-edge", conversion.read.zero_is_edge,
               "npy: 0 beside the diagonal is an edge of weight 0");
  cli.add_flag("--sync", conversion.output.sync, "flush OUTPUT to the disk before it appears");
  cli.add_flag("--quiet", line.quiet, "print nothing but errors");
}

}  // namespace

std::optional<CommandLine> parse(int argc, char** argv) {
  CommandLine line;
  CLI::App cli("hw3-convert: converts graphs between the solvers' format and others",
               "hw3-convert");
  cli.get_formatter()->column_width(22);
  cli.get_formatter()->label("Positionals", "Arguments");
  cli.set_help_flag("--help", "print this help and exit");
  cli.set_version_flag("--version", "hw3-convert " APSP_VERSION, "print the version and exit");
  cli.footer(footer());
  add_options(cli, line);
  if (!parse_command_line(cli, argc, argv)) return std::nullopt;
  const std::string& input = line.conversion.input;
  const std::string& output = line.conversion.output.path;
  if (same_file(input, STDIN_FILENO, output, STDOUT_FILENO)) {
    throw Error(ExitCode::kUsage, fmt::format("INPUT {} and OUTPUT {} are the same file\n{}", input,
                                              output, help_hint("hw3-convert")));
  }
  return line;
}

}  // namespace apsp::convert
