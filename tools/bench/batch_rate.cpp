// SPDX-License-Identifier: MIT
// hw3-batch-rate: how many small graphs a second the library solves in one call.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/solve.hpp"
#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/base/random.hpp"
#include "common/base/rate.hpp"

namespace {

constexpr const char* kName = "hw3-batch-rate";
constexpr int kRepeats = 7;

constexpr const char* kFooter =
    R"(Rates are the median of seven calls after a first one, whose distances are checked against a
triple loop. The second rate is for a second of processor time, which other programs disturb less.
Memory is touched before. Kinds of graphs:
  dense      each pair has an edge, of a weight from 1 to 100
  heavy      the same with weights to 1000000, beyond 16 bits
  molecules  a random tree and two rings, bonds both ways, of weight 1

Example:
  hw3-batch-rate --vertices 32 --threads 2)";

struct Options {
  std::size_t vertices = 32;
  std::size_t graphs = 20'000;
  apsp::BatchSettings settings;
};

/// Some graphs, both as edges and as matrices.
template <typename Element>
struct Sample {
  std::vector<apsp::BatchEdge<Element>> edges;
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> sizes;
  std::vector<Element> matrices;
};

/// Weights of at most `most`; 0: molecules.
template <typename Element>
Sample<Element> make_sample(const Options& options, std::uint64_t most) {
  const std::size_t n = options.vertices;
  Sample<Element> sample;
  sample.matrices.assign(options.graphs * n * n, apsp::kNoPath<Element>);
  apsp::SplitMix64 random(1);
  for (std::size_t g = 0; g < options.graphs; ++g) {
    const auto add = [&](std::size_t u, std::size_t v, std::uint64_t weight) {
      const auto element = static_cast<Element>(weight);
      sample.edges.push_back({static_cast<std::int32_t>(u), static_cast<std::int32_t>(v), element});
      Element& known = sample.matrices[(g * n + u) * n + v];
      known = std::min(known, element);
    };
    const auto bond = [&](std::size_t u, std::size_t v) {
      add(u, v, 1);
      add(v, u, 1);
    };
    for (std::size_t u = 0; u < n && most > 0; ++u) {
      for (std::size_t v = 0; v < n; ++v) {
        if (u != v) add(u, v, 1 + random.below(most));
      }
    }
    for (std::size_t u = 1; u < n && most == 0; ++u)
      bond(u, u - 1 - random.below(std::min<std::uint64_t>(u, 3)));
    for (std::size_t ring = 0; ring < 2 && n > 5 && most == 0; ++ring) {
      const std::size_t u = random.below(n - 5);
      bond(u, u + 5);
    }
    sample.offsets.push_back(static_cast<std::int64_t>(sample.edges.size()));
    sample.sizes.push_back(static_cast<std::int32_t>(n));
  }
  return sample;
}

/// Throws Error(kInternal) where a distance of graph g is not that of a triple loop.
template <typename Element>
void check(std::vector<Element> d, std::size_t n, std::size_t g, const Element* found) {
  for (std::size_t v = 0; v < n; ++v) d[v * n + v] = 0;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const auto detour = static_cast<double>(d[i * n + k]) + static_cast<double>(d[k * n + j]);
        if (detour < static_cast<double>(d[i * n + j])) d[i * n + j] = static_cast<Element>(detour);
      }
    }
  }
  for (std::size_t x = 0; x < n * n; ++x) {
    if (d[x] == found[x]) continue;
    throw apsp::Error(apsp::Fault::kInternal,
                      fmt::format("graph {}, distance from {} to {}: found {}, expected {}", g,
                                  x / n, x % n, found[x], d[x]));
  }
}

/// Seconds of the wall clock and of all processors together.
struct Times {
  double wall;
  double processor;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Times median_times(const std::function<void()>& call) {
  std::vector<double> wall;
  std::vector<double> processor;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t ticks = std::clock();
    call();
    processor.push_back(static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    wall.push_back(elapsed.count());
  }
  return {median(wall), std::max(median(processor), 1e-6)};
}

/// Solves once and checks, then measures. Returns a line.
template <typename Element, typename Batch>
std::string line(const std::string& what, const Options& options, const Sample<Element>& sample,
                 const Batch& batch, std::vector<Element>& distances) {
  const std::size_t square = options.vertices * options.vertices;
  std::fill(distances.begin(), distances.end(), Element{7});
  const auto solve = [&] { apsp::solve_batch(batch, options.settings, std::span(distances)); };
  solve();
  for (std::size_t g = 0; g < options.graphs; g += 1 + g / 16) {
    const auto first = sample.matrices.begin() + static_cast<std::ptrdiff_t>(g * square);
    check(std::vector<Element>(first, first + static_cast<std::ptrdiff_t>(square)),
          options.vertices, g, distances.data() + g * square);
  }
  const Times times = median_times(solve);
  const auto graphs = static_cast<double>(options.graphs);
  const auto relaxes = static_cast<double>(square * options.vertices);
  return fmt::format("{:<34}{:>10.0f} graphs/s{:>11.0f} a second of processor{:>18}\n", what,
                     graphs / times.wall, graphs / times.processor,
                     apsp::format_rate(graphs / times.wall * relaxes));
}

template <typename Element>
std::string lines(const char* element, const Options& options) {
  struct Kind {
    const char* name;
    std::uint64_t most;
  };
  std::string text;
  for (const Kind kind : {Kind{"dense", 100}, Kind{"heavy", 1'000'000}, Kind{"molecules", 0}}) {
    if (static_cast<double>(kind.most) > static_cast<double>(apsp::kNoPath<Element>)) continue;
    const Sample<Element> sample = make_sample<Element>(options, kind.most);
    std::vector<Element> distances(sample.matrices.size());
    const apsp::EdgeBatch<Element> edges{options.vertices, sample.edges, sample.offsets,
                                         sample.sizes};
    const apsp::DenseBatch<Element> dense{options.vertices, sample.matrices, sample.sizes};
    text += line(fmt::format("{}, {}, from edges", element, kind.name), options, sample, edges,
                 distances);
    text += line(fmt::format("{}, {}, from matrices", element, kind.name), options, sample, dense,
                 distances);
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(kName, [&] {
    apsp::OptionParser parser(
        kName, "hw3-batch-rate: measures how many small graphs a second the library solves",
        kFooter);
    Options options;
    parser.add_integer("--vertices", 1, 1'000, "vertices of each graph; default: 32",
                       [&](std::int64_t v) { options.vertices = static_cast<std::size_t>(v); });
    parser.add_integer("--graphs", 1, 1'000'000, "graphs of a batch; default: 20000",
                       [&](std::int64_t g) { options.graphs = static_cast<std::size_t>(g); });
    parser.add_choice("--isa", apsp::instruction_sets(), "use this instruction set",
                      [&](const std::string& isa) { options.settings.instruction_set = isa; });
    parser.add_threads(
        [&](std::int64_t threads) { options.settings.threads = static_cast<int>(threads); });
    if (!parser.parse(argc, argv)) return;
    const std::string text = lines<std::int32_t>("int32", options) +
                             lines<std::uint16_t>("uint16", options) +
                             lines<float>("float32", options) + lines<double>("float64", options);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
      throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
    }
  });
}
