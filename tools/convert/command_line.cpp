// SPDX-License-Identifier: MIT
#include "tools/convert/command_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/app/distance_part.hpp"
#include "common/app/exit_code.hpp"
#include "common/app/named_files.hpp"
#include "common/app/option_parser.hpp"
#include "common/io/vertex_names.hpp"

namespace apsp::convert {
namespace {

constexpr const char* kDistances = "distances";

constexpr const char* kNotes =
    R"(An input's format shows in its bytes or else in its suffix, an output's in its suffix. Where two
formats fit, hw3-convert reads neither and asks for --from; a message names the format. Edges with
the same ends become one of the smallest weight; a message counts those that went. An edge of weight
0 is an edge, but for matrices. Weights may be negative.

edges       'source target [weight]' a line, between blanks or tabs; # and % begin comments. The
            numbers are the vertices, V is the largest + 1, or what '# Nodes: V' says if that is
            more. A first line 'V E' with V vertices and E lines below it is no edge, or --header has
            to say. A comment '# Undirected ...' of SNAP makes edges lead both ways. In place of the
            weight {} or {'weight': 3}, as networkx writes it. A .tsv that begins with no number is
            csv.
konect      '% sym|asym|bip WEIGHTS' first; sym and bip lead both ways, the second set of bip comes
            behind the first; multiplicities and times are left out.
csv         'source,target[,weight]' with names of vertices, which are numbered in order of
            appearance and go to OUTPUT.names, one a line, unless OUTPUT is csv (so do those of
            --compact). Separator: comma, semicolon, bar, tab or blanks. Columns come in any order,
            by name. Sources: source, src, from, start, tail, u, id1, node1 and others. Targets:
            target, dst, to, end, head, v, id2, node2 and others. Weights: weight, w, cost,
            distance, length, km and others, or else the only other column of numbers. All else is
            left out, and said. A column Type says of each edge Directed or Undirected, as Gephi
            writes it. The first line is a header if it has such names, or words above numbers.
csv-matrix  a square matrix, with or without names in the first line and the first column. With
            --undirected also half of one, lines of 1 to V numbers or of V to 1. A table that may be
            csv or edges as well is refused.
metis       undirected, each edge stands in the lines of both its ends. A file without the suffix is
            taken for METIS where all of it fits.
Matrices    (npy, arrays in mtx, csv-matrix) have no edge where infinity, NaN, 1073741823, an empty
            field or 0 stands; on the diagonal 0 is never an edge. In coordinates of mtx each entry
            is an edge.
An input that gzip or bzip2 compressed is read as what it holds, x.txt.gz like x.txt, where the build
has zlib and libbz2; output is not compressed. The vertices of a graph of hw3 have the names in
INPUT.names, if it is there. OUTPUT.names of an older graph goes when OUTPUT appears. Formats that
are not read, such as GraphML, npz, Pajek or JSON, are refused with the name of what reads them,
mostly 'apsp convert' of the Python package.

)";

constexpr const char* kExamples = R"(
Examples:
  hw3-convert USA-road-d.NY.gr graph.bin
  hw3-convert --undirected --weight 5 friends.txt graph.bin
  hw3-convert --each-once mesh.graph once.bin
  hw3-convert --scale 1000 cities.csv graph.bin
  hw3-convert soc-Epinions1.txt.gz graph.bin
  hw3-convert --columns from,to,fare flights.csv graph.bin
  hw3-convert --from hw3 --to mtx - - < graph.bin > graph.mtx
  hw3-convert --from distances distances.bin distances.npy
  hw3-convert --from distances --sources 7,100:120 rows.bin rows.npy

)";

/// The end of --help.
std::string notes() {
  return std::string(kNotes) + kSourceListHelp + kExamples +
         describe_exit_codes(
             "done", {Fault::kInternal,
                      Fault::kUsage,
                      {Fault::kInput,
                       "bad or unreadable input, or a graph that the output's format cannot hold"},
                      Fault::kMemory,
                      Fault::kOutput}) +
         "\nUnless it is 0, OUTPUT is as it was before.";
}

std::string footer() {
  std::string text = "Formats:\n";
  for (const Format& format : formats()) {
    text += fmt::format("  {:<10} {:<27} {}{}\n", format.name, format.suffixes, format.summary,
                        format.write == nullptr ? " (only read)" : "");
  }
  text += fmt::format("  {:<10} {:<27} {}\n\n", kDistances, "", "only --from, and only to npy");
  return text + notes();
}

Factor parse_scale(const std::string& text) {
  const std::optional<Factor> scale = Factor::parse(text);
  if (scale) return *scale;
  throw InvalidValue(
      fmt::format("--scale is '{}', expected a number above 0 of at most {} digits, such as 1000 "
                  "or 0.5",
                  text, Factor::kMostDigits));
}

/// "source,target" or "source,target,weight", each a name or a number.
std::vector<std::string> parse_columns(const std::string& text) {
  std::vector<std::string> columns(1);
  for (const char c : text) {
    if (c == ',') {
      columns.emplace_back();
    } else {
      columns.back() += c;
    }
  }
  const bool complete = std::none_of(columns.begin(), columns.end(),
                                     [](const std::string& name) { return name.empty(); });
  if (complete && columns.size() >= 2 && columns.size() <= 4) return columns;
  throw InvalidValue(fmt::format(
      "--columns is '{}', expected two to four names or numbers from 1 with commas between them, "
      "such as from,to,fare or 2,3",
      text));
}

char parse_decimal(const std::string& text) {
  if (text == "," || text == ".") return text.front();
  throw InvalidValue(fmt::format("--decimal is '{}', expected , or .", text));
}

std::string parse_no_edge(const std::string& text) {
  if (!text.empty() && text.find_first_of(" \t\r\n") == std::string::npos) return text;
  throw InvalidValue(
      fmt::format("--no-edge is '{}', expected a number or a word, such as -1 or NA", text));
}

char separator_of(const std::string& name) {
  if (name == "comma") return ',';
  if (name == "semicolon") return ';';
  if (name == "bar") return '|';
  return name == "tab" ? '\t' : ' ';
}

/// Adds an option that takes the name of a format.
void add_format(OptionParser& parser, const std::string& option, const std::string& what,
                const std::string& names, const char* others,
                const std::function<bool(const std::string&)>& take) {
  parser.add_text(option, "NAME", fmt::format("{}: {}", what, names), [=](const std::string& name) {
    if (take(name)) return;
    throw InvalidValue(
        fmt::format("{} is '{}', expected one of {}; 'apsp convert' of the Python "
                    "package {} others",
                    option, name, names, others));
  });
}

void add_formats(OptionParser& parser, Conversion& conversion) {
  std::string names;
  std::string written;
  for (const Format& format : formats()) {
    names += fmt::format("{}, ", format.name);
    if (format.write == nullptr) continue;
    written += fmt::format("{}{}", written.empty() ? "" : ", ", format.name);
  }
  add_format(parser, "--to", "format of OUTPUT", written, "writes", [&](const std::string& name) {
    conversion.to = find_format(name);
    return conversion.to != nullptr && conversion.to->write != nullptr;
  });
  add_format(parser, "--from", "format of INPUT", names + kDistances, "reads",
             [&](const std::string& name) {
               conversion.from = find_format(name);
               conversion.distances = name == kDistances;
               return conversion.from != nullptr || conversion.distances;
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
                  "weights become round(x * X), halves away from 0, in\nexact decimal arithmetic; "
                  "without it they must be whole",
                  [&](const std::string& text) { conversion.read.scale = parse_scale(text); });
  parser.add_flag("--unweighted", "leave weights out: every edge has weight 1, or --weight",
                  conversion.read.unweighted);
  parser.add_flag("--reverse", "turn every edge round", conversion.reverse);
  parser.add_flag("--undirected", "add the reverse of every edge that is no loop",
                  conversion.read.undirected);
  parser.add_flag("--each-once",
                  "write each edge of an undirected graph once, for\nsolvers with --undirected",
                  conversion.each_once);
  parser.add_flag("--keep-repeated", "keep all edges with the same ends", conversion.keep_repeated);
  parser.add_flag("--compact",
                  "number only vertices that have an edge, in order of\nappearance; in edges they "
                  "may be any words",
                  conversion.read.compact);
  parser.add_text("--no-edge", "VALUE",
                  "the weight that says that there is no edge, such as -1,\n99999 or NA, which "
                  "stands for all missing numbers",
                  [&](const std::string& text) { conversion.read.no_edge = parse_no_edge(text); });
  parser.add_text("--decimal", "CHAR", "csv, csv-matrix, edges: , where weights have a comma",
                  [&](const std::string& text) { conversion.read.decimal = parse_decimal(text); });
  parser.add_integer("--first", 0, 1, "edges: the number of the first vertex; default: 0",
                     [&](std::int64_t first) { conversion.read.first = static_cast<int>(first); });
  parser.add_text(
      "--columns", "S,T[,W[,B]]",
      "csv, edges: columns of source, target, weight and\nweight of the way back, by names of the "
      "header or\nnumbers from 1. With B a negative weight says that there\nis no such "
      "way, as for pgRouting",
      [&](const std::string& text) { conversion.read.columns = parse_columns(text); });
  parser.add_choice("--header", {"yes", "no"},
                    "csv, csv-matrix: whether the first line names columns;\nedges: whether it "
                    "is 'V E'",
                    [&](const std::string& name) { conversion.read.header = name == "yes"; });
  parser.add_choice(
      "--separator", {"comma", "semicolon", "bar", "tab", "blank"}, "csv, csv-matrix",
      [&](const std::string& name) { conversion.read.separator = separator_of(name); });
  parser.add_flag("--zero-is-edge", "matrices: 0 beside the diagonal is an edge of weight 0",
                  conversion.read.zero_is_edge);
  add_distance_part(parser, conversion.part);
  add_distance_vertices(parser, conversion.part);
  parser.add_flag("--sync", "flush OUTPUT to the disk before it appears", conversion.output.sync);
  parser.add_flag("--quiet", "print nothing but errors, and what is left out of the input",
                  line.quiet);
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
  const DistancePart& part = line.conversion.part;
  NamedFiles files(parser);
  files.read("INPUT", input);
  const Format* const from = line.conversion.from;
  if (input != "-" && (from == nullptr || from->name == "hw3")) files.read_names("INPUT", input);
  files.read(part.sources);
  files.read(part.targets);
  files.write("OUTPUT", output);
  if (replaces_names(line.conversion)) files.write("OUTPUT.names", output + kNamesSuffix);
  if ((!part.whole() || part.vertices) && !line.conversion.distances) {
    parser.refuse("--sources, --targets and --vertices are for --from distances alone");
  }
  return line;
}

}  // namespace apsp::convert
