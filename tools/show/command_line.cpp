// SPDX-License-Identifier: MIT
#include "tools/show/command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "common/command_line.hpp"
#include "common/error.hpp"
#include "common/same_file.hpp"

namespace apsp::show {
namespace {

constexpr const char* kFooter =
    R"(A graph is shown as a line '# Nodes: V Edges: E' and a line 'source destination weight' for each
edge, distances as a matrix with 'inf' for no path, its columns in line on a terminal. Windows are
half-open and count from 0; either end may be missing.

hw3-convert puts the names of a graph's vertices into GRAPH.names. With names tabs part the fields of
a line, and a matrix has a line above and a column before its own.

In npy there are no names, no path is 1073741823, and the edges of a graph are a matrix of three columns.

Examples:
  hw3-cat graph.bin | head
  hw3-cat --edges 1000:1010 graph.bin
  hw3-cat --rows 0:10 --cols :10 distances.bin
  hw3-cat --names graph.bin.names --rows :10 --cols :10 distances.bin
  hw3-cat --rows 500: --npy --output rows.npy distances.bin
  hw3-gen ring - --vertices 5 | hw3-cat --graph -

Exit codes:
  0      done, or the reader of standard output has seen enough
  1      internal error
  2      usage
  3      bad or unreadable input
  5      not enough memory
  7      output cannot be written
  128+s  ended by signal s)";

void add_window(CLI::App& cli, const std::string& name, const std::string& description,
                std::optional<Window>& window) {
  const auto parse = [&window, name](const std::string& text) {
    window = Window::parse(text);
    if (!window) {
      throw CLI::ValidationError(
          fmt::format("{} is '{}', expected A:B, such as 0:10, 5: or :5", name, text));
    }
  };
  cli.add_option_function<std::string>(name, parse, description)->option_text("A:B");
}

void add_options(CLI::App& cli, Request& request) {
  cli.add_option("FILE", request.input, "graph or distance file, or - for standard input")
      ->required()
      ->option_text(" ");
  auto* const graph = cli.add_flag_callback(
                             "--graph", [&] { request.kind = Kind::kGraph; },
                             "FILE is a graph; default: its size tells")
                          ->option_text(" ");
  cli.add_flag_callback(
         "--distances", [&] { request.kind = Kind::kDistances; }, "FILE holds distances")
      ->option_text(" ")
      ->excludes(graph);
  add_window(cli, "--edges", "graph: these edges", request.edges);
  add_window(cli, "--rows", "distances: these rows", request.rows);
  add_window(cli, "--cols", "distances: these columns", request.columns);
  auto* const names = cli.add_option("--names", request.names,
                                     "names of the vertices, one a line; default: what is in\n"
                                     "FILE.names, if that is there")
                          ->option_text("FILE");
  cli.add_flag("--numbers", request.numbers, "numbers of vertices, whatever names there are")
      ->option_text(" ")
      ->excludes(names);
  auto* const csv =
      cli.add_flag_callback(
             "--csv", [&] { request.form = Form::kCsv; }, "commas between the numbers")
          ->option_text(" ");
  cli.add_flag_callback(
         "--npy", [&] { request.form = Form::kNpy; }, "a NumPy array, little-endian int32")
      ->option_text(" ")
      ->excludes(csv)
      ->excludes(names);
  cli.add_option("--output", request.output, "file to write; default: standard output")
      ->option_text("FILE");
}

}  // namespace

std::optional<Request> parse(int argc, char** argv) {
  Request request;
  CLI::App cli("hw3-cat: shows a graph or distances", "hw3-cat");
  cli.get_formatter()->column_width(22);
  cli.get_formatter()->label("Positionals", "Arguments");
  cli.set_help_flag("--help", "print this help and exit");
  cli.set_version_flag("--version", "hw3-cat " APSP_VERSION, "print the version and exit");
  cli.footer(kFooter);
  add_options(cli, request);
  if (!parse_command_line(cli, argc, argv)) return std::nullopt;
  if (request.form == Form::kNpy && request.output == "-" && ::isatty(STDOUT_FILENO) != 0) {
    throw Error(ExitCode::kUsage,
                "--npy and standard output is a terminal: send it to a pipe, or --output FILE\n" +
                    help_hint("hw3-cat"));
  }
  if (same_file(request.input, STDIN_FILENO, request.output, STDOUT_FILENO)) {
    throw Error(ExitCode::kUsage, fmt::format("FILE {} and --output {} are the same file\n{}",
                                              request.input, request.output, help_hint("hw3-cat")));
  }
  return request;
}

}  // namespace apsp::show
