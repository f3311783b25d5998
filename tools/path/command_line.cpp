// SPDX-License-Identifier: MIT
#include "tools/path/command_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <vector>

#include "common/app/distance_part.hpp"
#include "common/app/exit_code.hpp"
#include "common/app/named_files.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/threads.hpp"

namespace apsp::path {
namespace {

constexpr const char* kFooter =
    R"(With three arguments or one there is no DISTANCES: GRAPH FROM TO. The paths are then computed, a
search for each source. Without FROM and TO, pairs of vertices come from standard input or --pairs,
one pair a line. Between the two stands a tab or, where neither vertex has one, a blank.

A vertex is a number from 0 or, if GRAPH.names is there, a name. If some name is a number, numbers
count as names.

Where several paths are shortest, the one with the fewest edges counts. Among those, the vertex
before the last is the smallest, and so on backwards. --all has the same paths.

text  0 -> 3 -> 5, length 12; without a path: no path from 5 to 0
csv   a line a vertex: path, source, target, step, vertex, distance; without a path one line whose
      last three fields are empty
json  a line an object: source, target, length, vertices, weights; without a path the length is null

With --lengths: text 0 -> 5, length 12; csv source, target, length; json the same three. Without
DISTANCES, where the pairs have many sources, the graph is eliminated once in place of a search for
each source, if that is predicted to take less time.

)";

constexpr const char* kExamples = R"(
Examples:
  hw3-path roads.distances roads.bin Home Office
  hw3-path roads.bin Home Office
  hw3-path --format csv --pairs pairs.txt roads.distances roads.bin
  hw3-path --lengths --format csv --pairs pairs.txt roads.bin
  echo 0 5 | hw3-path distances.bin graph.bin
  hw3-path --sources 7,100: rows.bin graph.bin 7 3
  hw3-path --targets 3 columns.bin graph.bin 7 3
  hw3-path --all predecessors.bin distances.bin graph.bin

)";

/// The end of --help.
std::string footer() {
  return std::string(kFooter) + kSourceListHelp + kExamples +
         describe_exit_codes(
             "done, also where there is no path",
             {Fault::kInternal,
              Fault::kUsage,
              {Fault::kInput, "bad or unreadable input, or distances of another graph"},
              {Fault::kNoAnswer, "no answer: a negative cycle"},
              Fault::kMemory,
              Fault::kOutput});
}

/// The arguments as they stand, and the pairs that were asked for.
struct Given {
  std::vector<std::string> words;
  std::optional<std::string> pairs;
};

void add_options(OptionParser& parser, Request& request, Given& given) {
  const auto take = [&given](const std::string& word) { given.words.push_back(word); };
  parser.add_argument("DISTANCES", "distance file of GRAPH, or - for standard input", take);
  parser.add_argument("GRAPH", "graph file, or - for standard input", take);
  parser.add_argument("FROM", "first vertex of the path", take);
  parser.add_argument("TO", "last vertex of the path", take);
  parser.add_flag("--undirected", "each edge of GRAPH leads both ways", request.undirected);
  const auto pairs = parser.add_text(
      "--pairs", "FILE", "pairs of vertices, one a line; default: standard input", given.pairs);
  parser.add_choice(
      "--format", {"text", "csv", "json"}, "default: text; one of",
      [&request](const std::string& name) {
        request.form = name == "csv" ? Form::kCsv : name == "json" ? Form::kJson : Form::kText;
      });
  const auto lengths =
      parser.add_flag("--lengths", "lengths alone, in place of paths", request.lengths);
  parser
      .add_text("--all", "FILE",
                "in place of paths, write the vertex before each vertex to\nFILE: V x V int32, or "
                "a row for each of --sources; -9999\nwhere there is none",
                request.all)
      .excludes(pairs)
      .excludes(lengths);
  add_distance_part(parser, request.part);
  const auto names = parser.add_text("--names", "FILE",
                                     "names of the vertices, one a line; default: what is in\n"
                                     "GRAPH.names, if that is there",
                                     request.names);
  parser.add_flag("--numbers", "numbers of vertices, whatever names there are", request.numbers)
      .excludes(names);
  parser.add_threads(use_threads);
}

/// Says which argument is which: their number tells.
void assign(const OptionParser& parser, const Given& given, Request& request) {
  const std::vector<std::string>& words = given.words;
  if (words.empty()) parser.refuse("GRAPH is required, with DISTANCES before it or without");
  const std::size_t files = words.size() % 2 == 0 ? 2 : 1;
  if (files == 2) request.distances = words[0];
  request.graph = words[files - 1];
  if (words.size() > files) {
    request.from = words[files];
    request.to = words[files + 1];
  }
  if (request.from && given.pairs) parser.refuse("--pairs takes the place of FROM and TO");
  request.pairs = given.pairs.value_or("-");
}

void refuse_impossible(const OptionParser& parser, const Request& request, bool pairs_given) {
  const DistancePart& part = request.part;
  if (!part.whole() && !request.distances) {
    parser.refuse(fmt::format("{} is about DISTANCES, and there are none",
                              part.sources ? "--sources" : "--targets"));
  }
  if (part.sources && part.targets) {
    parser.refuse(
        "--sources and --targets exclude each other: a path follows the whole row of FROM or the "
        "whole column of TO");
  }
  if (request.all && part.targets) {
    parser.refuse("--all excludes --targets: predecessors follow whole rows");
  }
  if (request.all && request.from) parser.refuse("--all excludes FROM and TO");
  if (request.all && !request.distances) parser.refuse("--all needs DISTANCES before GRAPH");
  const bool pairs = !request.all && !request.from;
  NamedFiles files(parser);
  if (request.distances) files.read("DISTANCES", *request.distances);
  files.read("GRAPH", request.graph);
  if (!request.numbers) files.read_names("GRAPH", request.graph, request.names);
  files.read(part.sources);
  files.read(part.targets);
  if (pairs) files.read("--pairs", request.pairs);
  if (request.all) {
    files.write("--all", *request.all);
  } else {
    files.print();
  }
  if (request.all == "-" && ::isatty(STDOUT_FILENO) != 0) {
    parser.refuse("--all is '-' and standard output is a terminal: send it to a file or a pipe");
  }
  if (pairs && !pairs_given && ::isatty(STDIN_FILENO) != 0) {
    parser.refuse("FROM and TO are missing, and standard input is a terminal: --pairs - reads it");
  }
}

}  // namespace

std::optional<Request> parse(int argc, char** argv) {
  Request request;
  Given given;
  OptionParser parser("hw3-path", "hw3-path: shortest paths, from a distance file or by a search",
                      footer());
  add_options(parser, request, given);
  if (!parser.parse(argc, argv)) return std::nullopt;
  assign(parser, given, request);
  refuse_impossible(parser, request, given.pairs.has_value());
  return request;
}

}  // namespace apsp::path
