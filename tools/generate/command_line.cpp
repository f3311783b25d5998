// SPDX-License-Identifier: MIT
#include "tools/generate/command_line.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <functional>
#include <string_view>
#include <system_error>

#include "common/command_line.hpp"
#include "common/error.hpp"

namespace apsp::generate {
namespace {

constexpr int kMostThreads = 4096;

constexpr const char* kFooter =
    R"(The same arguments give the same bytes, on any machine and with any number of threads.
Edges have different ends, and no two have the same source and destination, unless --loops and
--repeats add such edges; they come last. --shuffle moves edges and does not change them.

Memory: under 1 MiB a thread whatever the graph; scale-free adds 8 bytes an edge, 4 a vertex.

Example, of the size of the course's c21.1:
  hw3-gen random c21.1.in --vertices 5000 --edges 10723117 --seed 21

Exit codes:
  0      done
  1      internal error
  2      usage, or a graph that cannot be made
  5      not enough memory
  7      output cannot be written
  128+s  ended by signal s
Unless it is 0, OUTPUT is as it was before.)";

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
  throw CLI::ValidationError(fmt::format("KIND is '{}', expected one of {}", text, allowed));
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
  throw CLI::ValidationError(
      fmt::format("--weights is '{}', expected LO:HI, such as 0:1000 or -5:20", text));
}

// Options that take a whole number, LOW to HIGH, into an optional or a plain field.
template <typename Field>
CLI::Option* add_number(CLI::App& cli, const std::string& name, std::int64_t low, std::int64_t high,
                        const std::string& description, Field& field) {
  return add_integer(cli, name, low, high, description,
                     [&field](std::int64_t value) { field = static_cast<Field>(value); });
}

void add_share(CLI::App& cli, const std::string& name, const std::string& description,
               std::optional<Fraction>& field) {
  const auto parse = [&field, name](const std::string& text) {
    field = Fraction::parse(text);
    if (!field) {
      throw CLI::ValidationError(
          fmt::format("{} is '{}', expected a decimal number from 0 to 1, such as 0.25, with at "
                      "most 18 decimals",
                      name, text));
    }
  };
  cli.add_option_function<std::string>(name, parse, description)->option_text("X");
}

void add_common_options(CLI::App& cli, CommandLine& line) {
  Recipe& recipe = line.recipe;
  add_number(cli, "--vertices", 0, kLargestCount, "number of vertices, V; required",
             recipe.vertices)
      ->required();
  cli.add_option_function<std::string>(
         "--weights", [&recipe](const std::string& text) { parse_weights(text, recipe); },
         "weights are drawn from LO to HI, both included;\ndefault: 0:1000")
      ->option_text("LO:HI");
  add_number(cli, "--seed", 0, INT64_MAX, "another seed, another graph; default: 1", recipe.seed);
  add_number(cli, "--repeats", 0, kLargestCount,
             "N further edges, each between the ends of an edge drawn", recipe.repeats);
  add_number(cli, "--loops", 0, kLargestCount,
             "N further edges, each from a vertex drawn to itself", recipe.loops);
  cli.add_flag("--shuffle", recipe.shuffle, "write the edges in random order");
  add_integer(cli, "--threads", 1, kMostThreads,
              "number of threads; default: OMP_NUM_THREADS, else one\nfor each processor granted",
              [](std::int64_t threads) { omp_set_num_threads(static_cast<int>(threads)); });
  cli.add_flag("--sync", line.sync, "flush OUTPUT to the disk before it appears");
}

void add_kind_options(CLI::App& cli, Recipe& recipe) {
  add_number(cli, "--edges", 0, kLargestCount, "random, disconnected, scale-free: number of edges",
             recipe.edges);
  add_share(cli, "--density", "in place of --edges: share of the possible edges, 0 to 1",
            recipe.density);
  add_number(cli, "--columns", 1, kLargestCount,
             "grid: vertices in a row; default: the root of V, rounded up", recipe.columns);
  add_number(cli, "--components", 1, kLargestCount, "disconnected: number of runs; default: 2",
             recipe.components);
  add_number(cli, "--neighbours", 0, kLargestCount,
             "small-world: edges of each vertex, at most (V-1)/2;\ndefault: 4, or that",
             recipe.neighbours);
  add_share(cli, "--rewire", "small-world: probability to be led elsewhere; default: 0.1",
            recipe.rewire);
}

}  // namespace

std::optional<CommandLine> parse(int argc, char** argv) {
  CommandLine line;
  CLI::App cli("hw3-gen: writes a graph of a chosen kind, for tests and benchmarks", "hw3-gen");
  cli.get_formatter()->column_width(22);
  cli.get_formatter()->label("Positionals", "Arguments");
  cli.set_help_flag("--help", "print this help and exit");
  cli.set_version_flag("--version", "hw3-gen " APSP_VERSION, "print the version and exit");
  cli.footer(kFooter);
  cli.add_option_function<std::string>(
         "KIND", [&line](const std::string& text) { line.recipe.kind = parse_kind(text); },
         kinds_help())
      ->required()
      ->option_text(" ");
  cli.add_option("OUTPUT", line.output, "graph file, or - for standard output")
      ->required()
      ->option_text(" ");
  add_common_options(cli, line);
  add_kind_options(cli, line.recipe);
  if (!parse_command_line(cli, argc, argv)) {
    return std::nullopt;
  }
  if (line.output == "-" && isatty(STDOUT_FILENO) != 0) {
    throw Error(ExitCode::kUsage,
                "OUTPUT is '-' and standard output is a terminal: send it to a file or a pipe\n" +
                    help_hint("hw3-gen"));
  }
  return line;
}

}  // namespace apsp::generate
