// SPDX-License-Identifier: MIT
#include "tools/convert/command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include "common/option_parser.hpp"
#include "common/same_file.hpp"

namespace apsp::convert {
namespace {

constexpr const char* kDistances = "distances";

constexpr const char* kNotes =
    R"(An input's format shows in its bytes or else in its suffix, an output's in its suffix. Of edges
with the same ends the smallest weight stays; how many went is said on standard error. An edge of
weight 0 is an edge. In a dense matrix (npy, npz, an array in mtx) no edge is infinity, NaN,
1073741823, or 0; on the diagonal 0 is never one. In a sparse one each stored entry is an edge. A
metis graph is undirected and lists each edge from both ends.

An input that gzip or bzip2 compressed is read as what it holds, x.txt.gz like x.txt; output is not
compressed. An undirected edge of graphml leads both ways. A build may lack zlib (.gz, npz), libbz2
(.bz2) or expat (reading graphml): hw3-convert says so when it meets such a file.

csv, graphml, and edges with --compact, have names of vertices: they are numbered in order of
appearance (ids of graphml that are 0 to V-1 are the vertices themselves), and OUTPUT.names holds
them, one a line, unless OUTPUT is csv or graphml. Without --compact the numbers in edges are the
vertices, V is the largest + 1, or what a line '# Nodes: V' says if that is more.

Examples:
  hw3-convert USA-road-d.NY.gr graph.bin
  hw3-convert --undirected --weight 5 friends.txt graph.bin
  hw3-convert --scale 1000 cities.csv graph.bin
  hw3-convert soc-Epinions1.txt.gz graph.bin
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
    text += fmt::format("  {:<10} {:<30} {}{}\n", format.name, format.suffixes, format.summary,
                        format.write == nullptr ? " (only read)" : "");
  }
  text += fmt::format("  {:<10} {:<30} {}\n\n", kDistances, "", "only --from, and only to npy");
  return text + kNotes;
}

double parse_scale(const std::string& text) {
  double scale = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, scale);
  if (error != std::errc{} || stop != end || !std::isfinite(scale) || scale <= 0) {
    throw InvalidValue(
        fmt::format("--scale is '{}', expected a number above 0, such as 1000 or 0.5", text));
  }
  return scale;
}

void add_formats(OptionParser& parser, Conversion& conversion) {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.write != nullptr) names.emplace_back(format.name);
  }
  parser.add_choice("--to", names, "format of OUTPUT",
                    [&conversion](const std::string& name) { conversion.to = find_format(name); });
  names.clear();
  for (const Format& format : formats()) names.emplace_back(format.name);
  names.emplace_back(kDistances);
  parser.add_choice("--from", names, "format of INPUT", [&conversion](const std::string& name) {
    conversion.from = find_format(name);
    conversion.distances = name == kDistances;
  });
}

void add_options(OptionParser& parser, CommandLine& line) {
  Conversion& conversion = line.conversion;
  parser.add_argument("INPUT", "file to read, or - for standard input", conversion.input)
      .required();
  parser.add_argument("OUTPUT", "file to write, or - for standard output", conversion.output.path)
      .required();
  add_formats(parser, conversion);
  parser.add_integer("--weight", 1 - kUnreachable, kUnreachable - 1,
                     "weight of edges that come without; default: 1", [&](std::int64_t weight) {
                       conversion.read.weight = static_cast<Distance>(weight);
                     });
  parser.add_text("--scale", "X",
                  "weights become round(x * X), halves away from 0;\nwithout it they must be whole",
                  [&](const std::string& text) { conversion.read.scale = parse_scale(text); });
  parser.add_flag("--undirected", "add the reverse of every edge that is no loop",
                  conversion.undirected);
  parser.add_flag("--keep-repeated", "keep all edges with the same ends", conversion.keep_repeated);
  parser.add_flag("--compact", "edges: number the vertices in order of appearance",
                  conversion.read.compact);
  parser.add_flag("--zero-is-edge", "dense matrices: 0 beside the diagonal is an edge\nof weight 0",
                  conversion.read.zero_is_edge);
  parser.add_flag("--sync", "flush OUTPUT to the disk before it appears", conversion.output.sync);
  parser.add_flag("--quiet", "print nothing but errors", line.quiet);
}

}  // namespace

std::optional<CommandLine> parse(int argc, char** argv) {
  CommandLine line;
  OptionParser parser("hw3-convert",
                      "hw3-convert: converts graphs between the solvers' format and others",
                      footer());
  add_options(parser, line);
  if (!parser.parse(argc, argv)) return std::nullopt;
  const std::string& input = line.conversion.input;
  const std::string& output = line.conversion.output.path;
  if (same_file(input, STDIN_FILENO, output, STDOUT_FILENO)) {
    parser.refuse(fmt::format("INPUT {} and OUTPUT {} are the same file", input, output));
  }
  return line;
}

}  // namespace apsp::convert
