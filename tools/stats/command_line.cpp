// SPDX-License-Identifier: MIT
#include "tools/stats/command_line.hpp"

#include <fmt/core.h>

#include "common/app/distance_part.hpp"
#include "common/app/exit_code.hpp"
#include "common/app/named_files.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/threads.hpp"
#include "tools/stats/plot.hpp"

namespace apsp::stats {
namespace {

constexpr const char* kFooter =
    R"(All numbers are about ordered pairs of two different vertices, the second reached from the first.

  eccentricity  the largest distance from a vertex to any that it reaches, also where it does not
                reach all; null where it reaches none
  diameter      the largest eccentricity; the vertices that have it are the periphery
  radius        the smallest eccentricity; the vertices that have it are the centre
  sum           of all distances; of an undirected graph twice its Wiener index
  percentiles   the least number that so many % of the distances do not exceed; the 90th is known
                as the effective diameter. From distances of 65536 on they are in bins of 2, 4, 8
                and so on, and a percentile is the largest distance of its bin. Then "exact" is
                false, and "at_most_too_large" says how much less it may be
  closeness     (r / s) (r / (V - 1)) for a vertex that reaches r others at distances of sum s, as
                networkx.closeness_centrality has it for the reversed graph; null where distances
                below 0 leave no s above 0

JSON holds all of them, per vertex too. The solvers write the same with --summary, without a
distance file. With --sources a pair is a source and another vertex, with --targets a vertex and
a target. Then r counts targets, and the number of other targets stands in place of V - 1.

)";

constexpr const char* kExamples = R"(
Examples:
  hw3-stats distances.bin
  hw3-stats --json stats.json --plot stats.svg distances.bin
  hw3-stats --names graph.bin.names distances.bin
  hw3-stats --sources 7,100:120 rows.bin
  hw3-stats --targets 7 to_7.bin
  hw3-stats --json - distances.bin | jq .diameter

)";

/// The end of --help.
std::string footer() {
  return std::string(kFooter) + kSourceListHelp + kExamples +
         describe_exit_codes("done", {Fault::kInternal, Fault::kUsage, Fault::kInput,
                                      Fault::kMemory, Fault::kOutput});
}

void add_options(OptionParser& parser, Request& request) {
  parser.add_argument("FILE", "distance file, or - for standard input", request.input).required();
  parser.add_text("--json", "FILE",
                  "write all as JSON to FILE; - for standard output, in\n"
                  "place of the text",
                  request.json);
  parser.add_text("--plot", "FILE",
                  "draw the histogram by hw3-plot, which needs Python 3 with\n"
                  "matplotlib: FILE.svg, FILE.png or FILE.pdf",
                  request.plot);
  add_distance_part(parser, request.part);
  add_distance_vertices(parser, request.part);
  const auto names = parser.add_text("--names", "FILE",
                                     "names of the vertices, one a line; default: what is in\n"
                                     "FILE.names, if that is there",
                                     request.names);
  parser.add_flag("--numbers", "numbers of vertices, whatever names there are", request.numbers)
      .excludes(names);
  parser.add_threads(use_threads);
  parser.add_flag("--quiet", "print nothing but errors", request.quiet);
}

void refuse_overwriting(const OptionParser& parser, const Request& request) {
  NamedFiles files(parser);
  files.read("FILE", request.input);
  if (!request.numbers) files.read_names("FILE", request.input, request.names);
  files.read(request.part.sources);
  files.read(request.part.targets);
  if (request.json) files.write("--json", *request.json);
  if (request.plot) files.write("--plot", *request.plot);
  if (!request.quiet && request.json != "-") files.print();
}

}  // namespace

std::optional<Request> parse(int argc, char** argv) {
  Request request;
  OptionParser parser("hw3-stats",
                      "hw3-stats: summary of the distances of a graph: diameter, centre, histogram",
                      footer());
  add_options(parser, request);
  if (!parser.parse(argc, argv)) return std::nullopt;
  if (request.plot && !is_picture(*request.plot)) {
    parser.refuse(fmt::format("--plot is '{}', expected a name that ends in .svg, .png or .pdf",
                              *request.plot));
  }
  refuse_overwriting(parser, request);
  return request;
}

}  // namespace apsp::stats
