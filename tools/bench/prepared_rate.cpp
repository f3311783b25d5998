// SPDX-License-Identifier: MIT
// hw3-prepared-rate: how fast a prepared graph takes new weights and answers pairs, by lengths and
// by paths.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apsp/files.hpp"
#include "apsp/prepared.hpp"
#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/base/random.hpp"
#include "common/base/threads.hpp"

namespace {

constexpr const char* kName = "hw3-prepared-rate";
constexpr int kRepeats = 7;
constexpr std::size_t kChanged = 100;
constexpr std::size_t kCheckedRows = 16;
constexpr std::size_t kCheckedPairs = 1'000'000;

constexpr const char* kFooter =
    R"(Medians of seven, in seconds; "prepare" and many paths are one call. The weights are drawn from
1 to 1000: first all, then of 100 edges. Pairs are drawn as well. Before any of them is timed their
distances are compared with a million of solve(), in rows from 16 sources, and the edges of paths
are added up. "the first path" is that after new weights of all edges. "sum" is that of all pairs'
distances, with the first weights: another program that draws the same finds the same.

Example:
  hw3-gen road g.in --vertices 264000
  hw3-prepared-rate g.in --threads 2)";

template <typename Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <typename Work>
double median_of(const Work& work) {
  std::array<double, kRepeats> seconds = {};
  for (double& one : seconds) one = seconds_of(work);
  std::sort(seconds.begin(), seconds.end());
  return seconds[kRepeats / 2];
}

std::vector<apsp::Distance> random_weights(std::size_t count, std::uint64_t seed) {
  apsp::SplitMix64 random(seed);
  std::vector<apsp::Distance> weights(count);
  for (auto& weight : weights) weight = static_cast<apsp::Distance>(1 + random.below(1000));
  return weights;
}

std::vector<apsp::Pair> random_pairs(std::size_t count, std::size_t vertices) {
  apsp::SplitMix64 random(2);
  std::vector<apsp::Pair> pairs(count);
  for (apsp::Pair& pair : pairs) {
    pair.source = static_cast<std::int32_t>(random.below(vertices));
    pair.destination = static_cast<std::int32_t>(random.below(vertices));
  }
  return pairs;
}

/// Throws Error(kInternal) where a pair differs from the row of its source. Looks at kCheckedPairs
/// of some rows, as evenly as they lie.
void check(const apsp::Prepared& prepared) {
  apsp::Settings settings;
  settings.sources.emplace();
  const auto pairs = random_pairs(kCheckedRows, prepared.vertices());
  for (const apsp::Pair& pair : pairs) settings.sources->push_back(pair.source);
  const apsp::Distances rows = prepared.solve(settings);
  const std::size_t step = 1 + kCheckedRows * prepared.vertices() / kCheckedPairs;
  std::vector<apsp::Pair> all;
  std::vector<apsp::Distance> expected;
  for (std::size_t row = 0; row < pairs.size(); ++row) {
    const std::span<const apsp::Distance> distances = rows[row];
    for (std::size_t v = row % step; v < distances.size(); v += step) {
      all.push_back({pairs[row].source, static_cast<std::int32_t>(v)});
      expected.push_back(distances[v]);
    }
  }
  std::vector<apsp::Distance> found(all.size());
  prepared.distances(all, found);
  if (found != expected) {
    throw apsp::Error(apsp::Fault::kInternal, "distances of pairs differ from those of solve()");
  }
}

/// Throws Error(kInternal) where the edges of a path are none, or do not add up to the distance.
void check_paths(const apsp::Prepared& prepared, std::span<const apsp::Pair> pairs) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> lightest;
  for (const apsp::Edge& edge : prepared.edges()) {
    const auto [at, is_new] = lightest.try_emplace({edge.source, edge.destination}, edge.weight);
    if (!is_new) at->second = std::min<std::int64_t>(at->second, edge.weight);
  }
  const apsp::Paths paths = prepared.paths(pairs);
  std::vector<apsp::Distance> lengths(pairs.size());
  prepared.distances(pairs, lengths);
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    const std::span<const std::int32_t> path = paths[n];
    std::int64_t length = path.empty() ? apsp::kUnreachable : 0;
    for (std::size_t v = 1; v < path.size(); ++v) {
      const auto edge = lightest.find({path[v - 1], path[v]});
      length = edge == lightest.end() ? apsp::kUnreachable : length + edge->second;
    }
    const bool joins =
        path.empty() || (path.front() == pairs[n].source && path.back() == pairs[n].destination);
    if (joins && length == lengths[n]) continue;
    throw apsp::Error(apsp::Fault::kInternal, "the edges of a path do not add up to its distance");
  }
}

/// Measures so many pairs, and paths of some of them.
std::string measure(const std::string& file, std::size_t count, std::size_t many, int threads) {
  const apsp::EdgeList graph = apsp::read_graph(file);
  const std::size_t edges = graph.edges.size();
  std::optional<apsp::Prepared> prepared;
  const double preparing =
      seconds_of([&] { prepared.emplace(graph, apsp::PrepareSettings{.threads = threads}); });
  const std::vector<apsp::Distance> first = random_weights(edges, 1);
  prepared->update(first);
  check(*prepared);
  const auto pairs = random_pairs(count, graph.vertices);
  std::vector<apsp::Distance> found(count);
  std::string text =
      fmt::format("V = {}, E = {}\nprepare {:.4f}\n", graph.vertices, edges, preparing);
  text += fmt::format("{} pairs {:.4f}\n", count,
                      median_of([&] { prepared->distances(pairs, found); }));
  std::int64_t sum = 0;
  for (const apsp::Distance distance : found) sum += distance;
  std::size_t next = 0;
  const double one = median_of([&] {
    for (std::size_t n = 0; n < kChanged; ++n, next = (next + 1) % count) {
      prepared->distances(std::span(pairs).subspan(next, 1), std::span(found).first(1));
    }
  });
  text += fmt::format("one pair {:.7f}\n", one / kChanged);
  const std::span<const apsp::Pair> ways = std::span(pairs).first(many);
  check_paths(*prepared, ways.first(std::min(many, kChanged)));
  std::size_t edges_of_paths = 0;
  const double all_paths = seconds_of([&] {
    const apsp::Paths paths = prepared->paths(ways);
    for (std::size_t n = 0; n < paths.size(); ++n) {
      edges_of_paths += std::max<std::size_t>(paths[n].size(), 1) - 1;
    }
  });
  text +=
      fmt::format("{} paths {:.4f}, of {} edges each\n", many, all_paths, edges_of_paths / many);
  std::size_t way = 0;
  const auto walk = [&] { (void)prepared->paths(ways.subspan(way++ % many, 1)); };
  const double path = median_of([&] {
    for (std::size_t n = 0; n < kChanged; ++n) walk();
  });
  text += fmt::format("one path {:.7f}\n", path / kChanged);
  std::vector<std::vector<apsp::Distance>> later;
  for (std::uint64_t seed = 3; seed < 3 + kRepeats; ++seed) {
    later.push_back(random_weights(edges, seed));
  }
  std::size_t turn = 0;
  std::array<double, kRepeats> firsts = {};
  text += fmt::format("all weights {:.4f}\n", median_of([&] { prepared->update(later[turn++]); }));
  for (std::size_t n = 0; n < firsts.size(); ++n) {
    prepared->update(later[n]);
    firsts[n] = seconds_of(walk);
  }
  std::sort(firsts.begin(), firsts.end());
  text += fmt::format("the first path {:.5f}\n", firsts[kRepeats / 2]);
  std::uint64_t seed = 3 + kRepeats;
  std::vector<std::size_t> some(kChanged);
  text += fmt::format("{} weights {:.6f}\n", kChanged, median_of([&] {
                        apsp::SplitMix64 random(++seed);
                        for (auto& edge : some) edge = random.below(edges);
                        prepared->update(some, random_weights(kChanged, seed));
                      }));
  check(*prepared);
  return text + fmt::format("sum {}\n", sum);
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(kName, [&] {
    apsp::OptionParser parser(
        kName, "hw3-prepared-rate: measures new weights, pairs and paths of a prepared graph",
        kFooter);
    std::string file;
    std::size_t pairs = 1'000'000;
    std::size_t paths = 10'000;
    int threads = 0;
    parser.add_argument("INPUT", "graph file", file).required();
    parser.add_integer("--pairs", 1, 100'000'000, "number of pairs; default: 1000000",
                       [&](std::int64_t n) { pairs = static_cast<std::size_t>(n); });
    parser.add_integer("--paths", 1, 100'000'000,
                       "number of pairs, of these, whose paths are walked; default: 10000",
                       [&](std::int64_t n) { paths = static_cast<std::size_t>(n); });
    parser.add_threads([&](int n) { threads = n; });
    if (!parser.parse(argc, argv)) return;
    const std::string text = measure(file, pairs, std::min(pairs, paths), threads);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
      throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
    }
  });
}
