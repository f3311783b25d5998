// SPDX-License-Identifier: MIT
// hw3-gpu-ladder: how fast each step is between a plain port and hw3-2's kernel. No time is printed
// for a step whose distances differ from those in a file that hw3-check has proven.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/base/json.hpp"
#include "common/base/rate.hpp"
#include "common/gpu/device/device.hpp"
#include "common/io/distance_file.hpp"
#include "common/io/graph_file.hpp"
#include "tools/bench/gpu_ladder.hpp"

namespace {

using apsp::Distance;
using apsp::gpu::LadderStep;

constexpr std::string_view kName = "hw3-gpu-ladder";
constexpr int kMostRepeats = 1000;

struct Options {
  std::string graph;
  std::string distances;
  LadderStep step;
  int repeats = 5;
  bool json = false;
};

std::string footer() {
  std::string text =
      "Every step closes the graph's matrix in 32-bit integers on the first visible GPU. Times "
      "are\n"
      "from the first launch to the last kernel's end, medians; a first run is "
      "dropped.\n\nSteps:\n";
  for (const LadderStep& step : apsp::gpu::ladder_steps()) {
    text += fmt::format("  {:<12}{}\n", step.name, step.idea);
  }
  return text +
         "\nExample:\n"
         "  hw3-gpu-ladder graph.bin distances.bin --step shared-64\n"
         "\nExit codes are those of hw3-2; 1 also: the distances differ.";
}

/// False: --help or --version has been printed.
bool parse(int argc, char** argv, Options& options) {
  apsp::OptionParser parser(
      std::string(kName), "hw3-gpu-ladder: times one step of the way to hw3-2's kernel", footer());
  parser.add_argument("GRAPH", "graph file", options.graph).required();
  parser.add_argument("DISTANCES", "its distances, proven by hw3-check", options.distances)
      .required();
  const std::vector<LadderStep> steps = apsp::gpu::ladder_steps();
  std::vector<std::string> names;
  names.reserve(steps.size());
  for (const LadderStep& step : steps) names.push_back(step.name);
  parser
      .add_choice("--step", names, "what to time",
                  [&](const std::string& name) {
                    options.step = *std::find_if(steps.begin(), steps.end(),
                                                 [&](const auto& s) { return s.name == name; });
                  })
      .required();
  parser.add_integer("--repeats", 1, kMostRepeats, "runs that count; default: 5",
                     [&](std::int64_t n) { options.repeats = static_cast<int>(n); });
  parser.add_flag("--json", "print one JSON object", options.json);
  return parser.parse(argc, argv);
}

/// Throws what differs first between the rows of `matrix` and the proven distances.
void require_equal(const LadderStep& step, const apsp::DistanceFile& proven,
                   std::span<const Distance> matrix, std::size_t pitch) {
  for (std::size_t i = 0; i < proven.rows(); ++i) {
    const std::span<const Distance> expected = proven.row(i);
    const auto found = matrix.subspan(i * pitch, expected.size());
    const auto [wrong, right] = std::mismatch(found.begin(), found.end(), expected.begin());
    if (wrong == found.end()) continue;
    throw apsp::Error(apsp::Fault::kInternal,
                      fmt::format("step {}: row {}, column {}: found {}, expected {}", step.name, i,
                                  wrong - found.begin(), *wrong, *right));
  }
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

void run(const Options& options) {
  const apsp::gpu::Device device = apsp::gpu::open_device(0);
  const apsp::GraphFile file(options.graph);
  const apsp::DistanceFile proven(options.distances);
  const apsp::Graph& graph = file.graph();
  if (proven.rows() != graph.vertices) {
    throw apsp::Error(apsp::Fault::kInput,
                      fmt::format("{} holds distances of {} vertices, expected {} as in {}",
                                  options.distances, proven.rows(), graph.vertices, options.graph));
  }
  if (graph.smallest_weight < 0) {
    throw apsp::Error(apsp::Fault::kNoAnswer,
                      "the smallest weight is negative, expected 0 or more");
  }
  const double seconds =
      median(apsp::gpu::time_step(options.step.name, graph, options.repeats,
                                  [&](std::span<const Distance> matrix, std::size_t pitch) {
                                    require_equal(options.step, proven, matrix, pitch);
                                  }));
  const auto v = static_cast<double>(graph.vertices);
  const double rate = seconds > 0 ? v * v * v / seconds : 0;

  std::string text;
  if (options.json) {
    apsp::Json json;
    json["step"] = options.step.name;
    json["idea"] = options.step.idea;
    json["tile"] = options.step.tile;
    json["device"] = device.name;
    json["arithmetic"] = "s32";
    json["vertices"] = graph.vertices;
    json["edges"] = graph.edges.size();
    json["repeats"] = options.repeats;
    json["compute_seconds"] = seconds;
    json["relaxations_per_second"] = rate;
    text = json.indented() + "\n";
  } else {
    text = fmt::format("{}: {:.3f} ms, {}\n", options.step.name, 1e3 * seconds,
                       apsp::format_rate(rate));
  }
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
  }
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(std::string(kName), [&] {
    Options options;
    if (parse(argc, argv, options)) run(options);
  });
}
