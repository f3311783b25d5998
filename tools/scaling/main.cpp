// SPDX-License-Identifier: MIT
// hw3-scaling-model: what the rounds of hw3-3 would take on more GPUs than one machine has.
#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "tools/scaling/machine.hpp"
#include "tools/scaling/simulation.hpp"

namespace {

using apsp::scaling::Division;
using apsp::scaling::Machine;
using apsp::scaling::Outcome;

constexpr const char* kName = "hw3-scaling-model";

constexpr const char* kFooter =
    R"(Prints a line for each number of GPUs. Efficiency is the rate of a GPU beside that of one which
holds everything. Waiting is the share of time in which a GPU waits for panels. Exchange is the share
that its transfers take, hidden or not. A ! marks a share that no H200 holds.
Nothing here is measured. docs/scaling.md says what the model is fed with, and how far it is from what
was measured on one, two and four GPUs.

Example, a million vertices:
  hw3-scaling-model --vertices 1000000 --gpus 64,256,1024
  hw3-scaling-model --vertices 1000000 --gpus 64,256,1024 --grid)";

struct Options {
  std::size_t vertices = 0;
  std::vector<std::int64_t> gpus = {1, 2, 4, 8};
  std::string width = "s32";
  std::size_t depth = 256;
  bool grid = false;
};

/// A division among `gpus`: shares of rows, or as square a grid as there is.
Division divide(const Options& options, std::size_t gpus) {
  const std::size_t pivots = (options.vertices + options.depth - 1) / options.depth;
  if (gpus > pivots) {
    throw apsp::Error(apsp::Fault::kUsage,
                      fmt::format("--gpus: found {}, expected at most {}, the pivots of V = {}",
                                  gpus, pivots, options.vertices));
  }
  Division division = {options.vertices, gpus, 1, options.depth};
  if (!options.grid) return division;
  for (auto columns = static_cast<std::size_t>(std::sqrt(static_cast<double>(gpus))); columns > 1;
       --columns) {
    if (gpus % columns != 0) continue;
    division.columns = columns;
    division.rows = gpus / columns;
    break;
  }
  return division;
}

void print(const std::string& line) {
  if (std::fputs((line + "\n").c_str(), stdout) < 0) {
    throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
  }
}

void print_line(const Options& options, const Machine& machine, std::size_t gpus) {
  const Division division = divide(options, gpus);
  const Outcome found = simulate(machine, division);
  const double work = std::pow(static_cast<double>(options.vertices), 3);
  const double rate = work / found.seconds;
  const double alone = work / simulate(machine, {options.vertices, 1, 1, options.depth}).seconds;
  print(
      fmt::format("| {:5} | {:>7} | {:10.3f} | {:9.2f} | {:8.1f} % | {:7.2f} % | {:8.2f} % | "
                  "{:7.1f}{} |",
                  gpus, fmt::format("{} x {}", division.rows, division.columns), found.seconds,
                  rate / 1e12, 100 * rate / alone / static_cast<double>(gpus),
                  100 * found.waiting / found.seconds, 100 * found.exchange / found.seconds,
                  found.most_bytes / 1e9, found.most_bytes > machine.memory ? " !" : "  "));
}

void print_table(const Options& options) {
  const Machine machine = *apsp::scaling::h200(options.width);
  for (const std::int64_t gpus : options.gpus) divide(options, static_cast<std::size_t>(gpus));
  print(
      "|  GPUs |    grid | compute, s | T relax/s | efficiency | waiting   | exchange   | GB each  "
      " |");
  print(
      "|------:|--------:|-----------:|----------:|-----------:|----------:|-----------:|----------"
      ":|");
  for (const std::int64_t gpus : options.gpus) {
    print_line(options, machine, static_cast<std::size_t>(gpus));
  }
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(kName, [&] {
    constexpr std::int64_t kMostVertices = 10'000'000;
    constexpr std::int64_t kMostGpus = 65'536;
    Options options;
    apsp::OptionParser parser(
        kName, "hw3-scaling-model: models the compute phase of hw3-3 on many H200", kFooter);
    parser
        .add_integer("--vertices", 1, kMostVertices, "number of vertices, V; required",
                     [&](std::int64_t v) { options.vertices = static_cast<std::size_t>(v); })
        .required();
    parser.add_integers("--gpus", 64, 1, kMostGpus, "numbers of GPUs; default: 1,2,4,8",
                        [&](const std::vector<std::int64_t>& gpus) { options.gpus = gpus; });
    parser.add_choice("--width", {"s32", "u16"}, "width of a distance; default: s32",
                      [&](const std::string& width) { options.width = width; });
    parser.add_integer("--depth", 128, 4096, "vertices of a pivot; default: 256",
                       [&](std::int64_t d) { options.depth = static_cast<std::size_t>(d); });
    parser.add_flag("--grid", "divide rows and columns among a grid of GPUs, which hw3-3 does not",
                    options.grid);
    if (!parser.parse(argc, argv)) return;
    print_table(options);
    if (std::fflush(stdout) != 0) {
      throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
    }
  });
}
