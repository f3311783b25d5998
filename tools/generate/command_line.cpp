// SPDX-License-Identifier: MIT
#include "tools/generate/command_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <functional>
#include <string_view>
#include <system_error>

#include "common/app/exit_code.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/threads.hpp"
#include "tools/generate/nearest.hpp"

namespace apsp::generate {
namespace {

constexpr const char* kFooter =
    R"(The same arguments give the same bytes, on any machine and with any number of threads.
Edges have different ends, and no two have the same source and destination, unless --loops and
--repeats add such edges; they come last. --shuffle moves edges and does not change them.

--negative N gives each vertex u a height h(u) from 0 to N and each edge from u to v the weight
w + h(u) - h(v), w as --weights says. So weights go down to LO - N, and no cycle is negative.
--negative-cycle N adds a cycle through N vertices whose edges are 0 long but for one of -1, before
heights change them.

Memory: under 1 MiB a thread whatever the graph. Some kinds need more: scale-free 8 bytes an edge
and 4 a vertex, road 100 a vertex. knn takes 12 for each neighbour of a vertex, 4 a coordinate.

Examples; the first is of the size of the course's c21.1:
  hw3-gen random c21.1.in --vertices 5000 --edges 10723117 --seed 21
  hw3-gen road road.bin --vertices 20000 --weights 1:100000

)";

/// The end of --help.
std::string footer() {
  return kFooter +
         describe_exit_codes("done", {Fault::kInternal,
                                      {Fault::kUsage, "usage, or a graph that cannot be made"},
                                      Fault::kMemory,
                                      Fault::kOutput}) +
         "\nUnless it is 0, OUTPUT is as it was before.";
}

std::string kinds_help() {
  std::string text = "one of";
  for (const KindDescription& kind : kKinds) {
    text += fmt::format("\n  {:<13} {}", kind.name, kind.summary);
  }
  return text;
}

Kind parse_kind(const std::string& text) {
  std::string allowed;
  for (const KindDescription& kind : kKinds) {
    if (kind.name == text) {
      return kind.kind;
    }
    allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", kind.name);
  }
  throw InvalidValue(fmt::format("KIND is '{}', expected one of {}", text, allowed));
}

// Both numbers of LO:HI. Whether they are in range is for the recipe to say.
void parse_weights(const std::string& text, Recipe& recipe) {
  const char* const end = text.data() + text.size();
  const auto low = std::from_chars(text.data(), end, recipe.lightest);
  if (low.ec == std::errc{} && low.ptr != end && *low.ptr == ':') {
    const auto high = std::from_chars(low.ptr + 1, end, recipe.heaviest);
    if (high.ec == std::errc{} && high.ptr == end) {
      return;
    }
  }
  throw InvalidValue(
      fmt::format("--weights is '{}', expected LO:HI, such as 0:1000 or -5:20", text));
}

// Options that take a whole number, LOW to HIGH, into an optional or a plain field.
template <typename Field>
OptionParser::Option add_number(OptionParser& parser, const std::string& name, std::int64_t low,
                                std::int64_t high, const std::string& description, Field& field) {
  return parser.add_integer(name, low, high, description,
                            [&field](std::int64_t value) { field = static_cast<Field>(value); });
}

void add_share(OptionParser& parser, const std::string& name, const std::string& description,
               std::optional<Fraction>& field) {
  const auto parse = [&field, name](const std::string& text) {
    field = Fraction::parse(text);
    if (!field) {
      throw InvalidValue(
          fmt::format("{} is '{}', expected a decimal number from 0 to 1, such as 0.25, with at "
                      "most 18 decimals",
                      name, text));
    }
  };
  parser.add_text(name, "X", description, parse);
}

void add_common_options(OptionParser& parser, CommandLine& line) {
  Recipe& recipe = line.recipe;
  add_number(parser, "--vertices", 0, kLargestCount, "number of vertices, V; required",
             recipe.vertices)
      .required();
  parser.add_text("--weights", "LO:HI",
                  "weights are drawn from LO to HI, both included;\n"
                  "road, knn: lengths between points, the longest is HI;\n"
                  "default: 0:1000",
                  [&recipe](const std::string& text) { parse_weights(text, recipe); });
  add_number(parser, "--seed", 0, INT64_MAX, "another seed, another graph; default: 1",
             recipe.seed);
  add_number(parser, "--repeats", 0, kLargestCount,
             "N further edges, each between the ends of an edge drawn", recipe.repeats);
  add_number(parser, "--loops", 0, kLargestCount,
             "N further edges, each from a vertex drawn to itself", recipe.loops);
  add_number(parser, "--negative", 0, kLargestWeight,
             "weights become smaller or larger by up to N, some\nnegative, and no cycle is",
             recipe.negative);
  add_number(parser, "--negative-cycle", 0, kLargestCount, "N further edges, a cycle of length -1",
             recipe.negative_cycle);
  parser.add_flag("--shuffle", "write the edges in random order", recipe.shuffle);
  parser.add_threads(use_threads);
  parser.add_flag("--sync", "flush OUTPUT to the disk before it appears", line.sync);
}

void add_kind_options(OptionParser& parser, Recipe& recipe) {
  add_number(parser, "--edges", 0, kLargestCount,
             "random, disconnected, scale-free: number of edges", recipe.edges);
  add_share(parser, "--density", "in place of --edges: share of the possible edges, 0 to 1",
            recipe.density);
  add_number(parser, "--columns", 1, kLargestCount,
             "grid: vertices in a row; default: the root of V, rounded up", recipe.columns);
  add_number(parser, "--components", 1, kLargestCount, "disconnected: number of runs; default: 2",
             recipe.components);
  add_number(parser, "--neighbours", 0, kLargestCount,
             "small-world: edges of each vertex, at most (V-1)/2;\ndefault: 4, or that;\n"
             "knn: nearest of each vertex, at most V-1;\ndefault: 10, or that",
             recipe.neighbours);
  add_share(parser, "--rewire", "small-world: probability to be led elsewhere; default: 0.1",
            recipe.rewire);
  add_number(parser, "--dimensions", 1, kMostDimensions,
             "knn: of the cube that the points lie in, 1 to 16; default: 2", recipe.dimensions);
  parser.add_flag("--directed", "knn: from each vertex to its nearest, not back", recipe.directed);
  parser.add_flag("--undirected",
                  "each pair once, from either end, for solvers with\n--undirected: random, grid, "
                  "complete, star, disconnected,\nroad, knn",
                  recipe.undirected);
}

}  // namespace

std::optional<CommandLine> parse(int argc, char** argv) {
  CommandLine line;
  OptionParser parser(
      "hw3-gen", "hw3-gen: writes a graph of a chosen kind, for tests and benchmarks", footer());
  parser
      .add_argument("KIND", kinds_help(),
                    [&line](const std::string& text) { line.recipe.kind = parse_kind(text); })
      .required();
  parser.add_argument("OUTPUT", "graph file, or - for standard output", line.output).required();
  add_common_options(parser, line);
  add_kind_options(parser, line.recipe);
  if (!parser.parse(argc, argv)) {
    return std::nullopt;
  }
  if (line.output == "-" && isatty(STDOUT_FILENO) != 0) {
    parser.refuse("OUTPUT is '-' and standard output is a terminal: send it to a file or a pipe");
  }
  return line;
}

}  // namespace apsp::generate
