// SPDX-License-Identifier: MIT
#include "tools/stats/command_line.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "common/command_line.hpp"
#include "common/error.hpp"
#include "tools/stats/picture.hpp"

namespace apsp::stats {
namespace {

constexpr int kMostThreads = 4096;

constexpr const char* kFooter =
    R"(All numbers are about ordered pairs of two different vertices, the second reached from the first.

  eccentricity  the largest distance from a vertex to any that it reaches, also where it does not
                reach all; null where it reaches none
  diameter      the largest eccentricity; the vertices that have it are the periphery
  radius        the smallest eccentricity; the vertices that have it are the centre
  sum           of all distances; of an undirected graph twice its Wiener index
  percentiles   the least number that so many % of the distances do not exceed; the 90th is known
                as the effective diameter. From distances of 65536 on they are in bins of 2, 4, 8
                and so on, and a percentile is the largest distance of its bin ("exact": false)
  closeness     (r / s) (r / (V - 1)) for a vertex that reaches r others at distances of sum s, as
                networkx.closeness_centrality has it for the reversed graph

JSON holds all of them, per vertex too. The solvers write the same with --summary, without a
distance file.

Examples:
  hw3-stats distances.bin
  hw3-stats --json stats.json --plot stats.svg distances.bin
  hw3-stats --names graph.bin.names distances.bin
  hw3-stats --json - distances.bin | jq .diameter

Exit codes:
  0      done
  1      internal error
  2      usage
  3      bad or unreadable input
  5      not enough memory
  7      output cannot be written
  128+s  ended by signal s)";

void add_options(CLI::App& cli, Request& request) {
  cli.add_option("FILE", request.input, "distance file, or - for standard input")
      ->required()
      ->option_text(" ");
  cli.add_option("--json", request.json,
                 "write all as JSON to FILE; - for standard output, in\n"
                 "place of the text")
      ->option_text("FILE");
  cli.add_option("--plot", request.plot,
                 "draw the histogram: FILE.svg, or FILE.png by means of\n"
                 "rsvg-convert")
      ->option_text("FILE");
  auto* const names = cli.add_option("--names", request.names,
                                     "names of the vertices, one a line; default: what is in\n"
                                     "FILE.names, if that is there")
                          ->option_text("FILE");
  cli.add_flag("--numbers", request.numbers, "numbers of vertices, whatever names there are")
      ->option_text(" ")
      ->excludes(names);
  add_integer(cli, "--threads", 1, kMostThreads,
              "number of threads; default: OMP_NUM_THREADS, else one\nfor each processor granted",
              [](std::int64_t threads) { omp_set_num_threads(static_cast<int>(threads)); });
  cli.add_flag("--quiet", request.quiet, "print nothing but errors");
}

void refuse_overwriting(const Request& request) {
  const auto refuse = [](const std::string& message) {
    throw Error(ExitCode::kUsage, message + "\n" + help_hint("hw3-stats"));
  };
  for (const auto& [option, file] :
       {std::pair("--json", request.json), std::pair("--plot", request.plot)}) {
    std::error_code missing;
    if (file && std::filesystem::equivalent(*file, request.input, missing)) {
      refuse(fmt::format("{} {} and FILE {} are the same file", option, *file, request.input));
    }
  }
  if (request.json && request.json == request.plot) {
    refuse(fmt::format("--json and --plot are the same file {}", *request.json));
  }
}

}  // namespace

std::optional<Request> parse(int argc, char** argv) {
  Request request;
  CLI::App cli("hw3-stats: what the distances of a graph amount to: diameter, centre, histogram",
               "hw3-stats");
  cli.get_formatter()->column_width(22);
  cli.get_formatter()->label("Positionals", "Arguments");
  cli.set_help_flag("--help", "print this help and exit");
  cli.set_version_flag("--version", "hw3-stats " APSP_VERSION, "print the version and exit");
  cli.footer(kFooter);
  add_options(cli, request);
  if (!parse_command_line(cli, argc, argv)) return std::nullopt;
  if (request.plot && !is_picture(*request.plot)) {
    throw Error(ExitCode::kUsage,
                fmt::format("--plot is '{}', expected a name that ends in .svg or .png\n{}",
                            *request.plot, help_hint("hw3-stats")));
  }
  refuse_overwriting(request);
  return request;
}

}  // namespace apsp::stats
