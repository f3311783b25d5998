// SPDX-License-Identifier: MIT
#include "tools/show/command_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include "common/app/distance_part.hpp"
#include "common/app/exit_code.hpp"
#include "common/app/named_files.hpp"
#include "common/app/option_parser.hpp"

namespace apsp::show {
namespace {

constexpr const char* kFooter =
    R"(A graph is shown as a line '# Nodes: V Edges: E' and a line 'source destination weight' for each
edge. Distances are shown as a matrix with 'inf' for no path, its columns aligned on a terminal.
Windows are half-open and count from 0; either end may be missing.

hw3-convert puts the names of a graph's vertices into GRAPH.names. With names tabs part the fields of
a line, and a matrix has a line above and a column before its own.

In npy there are no names, no path is 1073741823, and the edges of a graph are a matrix of three columns.

)";

constexpr const char* kExamples = R"(
Examples:
  hw3-cat graph.bin | head
  hw3-cat --edges 1000:1010 graph.bin
  hw3-cat --rows 0:10 --cols :10 distances.bin
  hw3-cat --names graph.bin.names --rows :10 --cols :10 distances.bin
  hw3-cat --rows 500: --npy --output rows.npy distances.bin
  hw3-cat --sources 7,100:120 rows.bin
  hw3-cat --sources 7,100:120 --targets 0:10 part.bin
  hw3-gen ring - --vertices 5 | hw3-cat --graph -

)";

/// The end of --help.
std::string footer() {
  return std::string(kFooter) + kSourceListHelp + kExamples +
         describe_exit_codes(
             "done, or the reader of standard output has seen enough",
             {Fault::kInternal, Fault::kUsage, Fault::kInput, Fault::kMemory, Fault::kOutput});
}

void add_window(OptionParser& parser, const std::string& name, const std::string& description,
                std::optional<Window>& window) {
  const auto parse = [&window, name](const std::string& text) {
    window = Window::parse(text);
    if (!window) {
      throw InvalidValue(
          fmt::format("{} is '{}', expected A:B, such as 0:10, 5: or :5", name, text));
    }
  };
  parser.add_text(name, "A:B", description, parse);
}

void add_options(OptionParser& parser, Request& request) {
  parser.add_argument("FILE", "graph or distance file, or - for standard input", request.input)
      .required();
  const auto graph = parser.add_flag("--graph", "FILE is a graph; default: by its size",
                                     [&] { request.kind = Kind::kGraph; });
  parser.add_flag("--distances", "FILE holds distances", [&] { request.kind = Kind::kDistances; })
      .excludes(graph);
  add_window(parser, "--edges", "graph: these edges", request.edges);
  add_window(parser, "--rows", "distances: these rows of the file", request.rows);
  add_window(parser, "--cols", "distances: these columns", request.columns);
  add_distance_part(parser, request.part);
  add_distance_vertices(parser, request.part);
  const auto names = parser.add_text("--names", "FILE",
                                     "names of the vertices, one a line; default: what is in\n"
                                     "FILE.names, if that is there",
                                     request.names);
  parser.add_flag("--numbers", "numbers of vertices, whatever names there are", request.numbers)
      .excludes(names);
  const auto csv =
      parser.add_flag("--csv", "commas between the numbers", [&] { request.form = Form::kCsv; });
  parser.add_flag("--npy", "a NumPy array, little-endian int32", [&] { request.form = Form::kNpy; })
      .excludes(csv);
  parser.add_text("--output", "FILE", "file to write; default: standard output", request.output);
}

}  // namespace

std::optional<Request> parse(int argc, char** argv) {
  Request request;
  OptionParser parser("hw3-cat", "hw3-cat: shows a graph or distances", footer());
  add_options(parser, request);
  if (!parser.parse(argc, argv)) return std::nullopt;
  if (request.form == Form::kNpy && request.output == "-" && ::isatty(STDOUT_FILENO) != 0) {
    parser.refuse("--npy and standard output is a terminal: send it to a pipe, or --output FILE");
  }
  if (request.form == Form::kNpy && request.names && !request.part.by_file()) {
    parser.refuse("--npy shows no names: --names is for @FILE of --sources or --targets then");
  }
  if (request.kind == Kind::kGraph && !request.part.whole()) {
    parser.refuse("--sources and --targets are for distances, and --graph is given");
  }
  NamedFiles files(parser);
  files.read("FILE", request.input);
  if (!request.numbers) files.read_names("FILE", request.input, request.names);
  files.read(request.part.sources);
  files.read(request.part.targets);
  files.write("--output", request.output);
  return request;
}

}  // namespace apsp::show
