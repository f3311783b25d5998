// SPDX-License-Identifier: MIT
// hw3-real-rate: how fast the library solves weights that are not integers.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "apsp/files.hpp"
#include "apsp/observer.hpp"
#include "apsp/real.hpp"
#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/base/memory.hpp"

namespace {

constexpr const char* kName = "hw3-real-rate";
constexpr std::size_t kCheckedRows = 16;

constexpr const char* kFooter =
    R"(The weights are those of INPUT, times 0.37, and a third: no power of two makes integers of them.
After a first call come those that count. Prints a line of JSON: medians of the compute phase and of
the whole call, in seconds, and the largest relative difference of some rows from searches in 64
bits. Where that is beyond the bound that the library promises it ends with exit code 1.

Example:
  hw3-gen random g.in --vertices 25000 --edges 1000000
  hw3-real-rate --device gpu --method dense g.in)";

struct Options {
  std::string file;
  apsp::Settings settings;
  std::size_t rows = 0;  // 0: all
  int repeats = 5;
};

/// Seconds of each phase, and facts that are text.
class Watch final : public apsp::Observer {
 public:
  void enter_phase(apsp::Phase phase) override {
    stop();
    phase_ = phase;
  }
  void fact(std::string_view key, const apsp::Fact& value) override {
    if (const auto* text = std::get_if<std::string>(&value)) facts[std::string(key)] = *text;
  }
  /// Ends the last phase.
  void stop() {
    const auto now = std::chrono::steady_clock::now();
    seconds[phase_] += std::chrono::duration<double>(now - began_).count();
    began_ = now;
  }

  std::map<apsp::Phase, double> seconds;
  std::map<std::string, std::string> facts;

 private:
  apsp::Phase phase_ = apsp::Phase::kStart;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

apsp::RealEdgeList with_real_weights(const apsp::EdgeList& graph) {
  constexpr double kScale = 0.37;
  constexpr double kShift = 1.0 / 3;
  apsp::RealEdgeList made = {graph.vertices, {}};
  made.edges.reserve(graph.edges.size());
  for (const apsp::Edge& edge : graph.edges) {
    made.edges.push_back({edge.source, edge.destination, edge.weight * kScale + kShift});
  }
  return made;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Sources spread over all vertices.
std::vector<std::int32_t> spread(std::size_t rows, std::size_t vertices) {
  std::vector<std::int32_t> sources(rows);
  for (std::size_t n = 0; n < rows; ++n) {
    sources[n] = static_cast<std::int32_t>(n * vertices / rows);
  }
  return sources;
}

/// The largest relative difference of some rows from searches in 64 bits; infinity where one has a
/// path and the other has none.
template <typename Element>
double difference(const apsp::RealEdgeList& graph, const std::vector<std::int32_t>& sources,
                  const std::vector<Element>& found) {
  const std::size_t vertices = graph.vertices;
  const std::size_t rows = std::min(kCheckedRows, sources.size());
  apsp::Settings settings;
  settings.method = apsp::Method::kSearch;
  settings.device = apsp::Device::kCpu;
  settings.sources.emplace();
  std::vector<std::size_t> places;
  for (std::size_t n = 0; n < rows; ++n) {
    places.push_back(n * sources.size() / rows);
    settings.sources->push_back(sources[places.back()]);
  }
  std::vector<double> expected(rows * vertices);
  solve_into(graph, settings, std::span(expected));
  double most = 0;
  for (std::size_t n = 0; n < expected.size(); ++n) {
    const double length = expected[n];
    const auto own = static_cast<double>(found[places[n / vertices] * vertices + n % vertices]);
    if (own == length) continue;
    const bool both = std::isfinite(own) && std::isfinite(length);
    most = std::max(
        most, both ? std::abs(own - length) / length : std::numeric_limits<double>::infinity());
  }
  return most;
}

template <typename Element>
std::string measure(const Options& options) {
  const apsp::EdgeList integers = apsp::read_graph(options.file);
  for (const apsp::Edge& edge : integers.edges) {
    if (edge.weight >= 0) continue;
    throw apsp::Error(apsp::Fault::kUsage, fmt::format("{}: a weight is {}, expected 0 or more",
                                                       options.file, edge.weight));
  }
  const apsp::RealEdgeList graph = with_real_weights(integers);
  const std::size_t vertices = graph.vertices;
  const std::size_t rows = options.rows == 0 ? vertices : std::min(options.rows, vertices);
  const std::vector<std::int32_t> sources = spread(rows, vertices);
  apsp::require_memory(std::uint64_t{rows} * vertices * sizeof(Element), "the rows");
  apsp::Settings settings = options.settings;
  if (rows < vertices) settings.sources = sources;
  std::vector<Element> found(rows * vertices);
  std::vector<double> compute;
  std::vector<double> total;
  std::string method;
  for (int run = 0; run <= options.repeats; ++run) {
    Watch watch;
    settings.observer = &watch;
    solve_into(graph, settings, std::span(found));
    watch.stop();
    method = watch.facts["method"];
    if (run == 0) continue;
    double all = 0;
    for (const auto& [phase, seconds] : watch.seconds) all += seconds;
    compute.push_back(watch.seconds[apsp::Phase::kCompute]);
    total.push_back(all);
  }
  const double differs = difference(graph, sources, found);
  const double bound = 2 * static_cast<double>(vertices + 2) *
                       static_cast<double>(std::numeric_limits<Element>::epsilon());
  if (differs > bound) {
    throw apsp::Error(
        apsp::Fault::kInternal,
        fmt::format("a length differs from that of a search by {:.3g} of it, expected "
                    "at most {:.3g}",
                    differs, bound));
  }
  return fmt::format(
      "{{\"vertices\": {}, \"edges\": {}, \"rows\": {}, \"element\": \"float{}\", \"method\": "
      "\"{}\", \"compute\": {:.9f}, \"seconds\": {:.9f}, \"difference\": {:.3g}}}\n",
      vertices, graph.edges.size(), rows, 8 * sizeof(Element), method, median(compute),
      median(total), differs);
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(kName, [&] {
    apsp::OptionParser parser(
        kName, "hw3-real-rate: measures solves of weights that are not integers", kFooter);
    Options options;
    apsp::Settings& settings = options.settings;
    bool wide = false;
    parser.add_argument("INPUT", "graph file", options.file).required();
    parser.add_choice("--device", {"cpu", "gpu", "gpus"}, "what solves, by default processors",
                      [&](const std::string& name) {
                        settings.device = name == "gpus"  ? apsp::Device::kGpus
                                          : name == "gpu" ? apsp::Device::kGpu
                                                          : apsp::Device::kCpu;
                      });
    parser.add_choice("--method", {"dense", "sweep", "search"}, "by default the fastest",
                      [&](const std::string& name) {
                        settings.method = name == "dense"   ? apsp::Method::kDense
                                          : name == "sweep" ? apsp::Method::kSweep
                                                            : apsp::Method::kSearch;
                      });
    parser.add_integer("--rows", 1, std::numeric_limits<std::int32_t>::max(),
                       "number of sources, spread over all; default: all vertices",
                       [&](std::int64_t n) { options.rows = static_cast<std::size_t>(n); });
    parser.add_integer("--repeats", 1, 1000, "number of calls that count; default: 5",
                       [&](std::int64_t n) { options.repeats = static_cast<int>(n); });
    parser.add_flag("--double", "lengths of 64 bits; default: 32", wide);
    parser.add_threads([&](std::int64_t n) { settings.threads = static_cast<int>(n); });
    settings.device = apsp::Device::kCpu;
    if (!parser.parse(argc, argv)) return;
    const std::string text = wide ? measure<double>(options) : measure<float>(options);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
      throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
    }
  });
}
