// SPDX-License-Identifier: MIT
// The whole solver against the 64-bit triple loop, element for element.
#include "hw3-1/solver.hpp"

#include <omp.h>

#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "common/catch.hpp"
#include "common/error.hpp"
#include "common/reference.hpp"

namespace apsp::cpu {
namespace {

/// Edges with the graph that views them.
struct Sample {
  std::size_t vertices;
  std::vector<Edge> edges;

  [[nodiscard]] Graph graph() const {
    Graph graph{vertices, edges, 0, 0};
    if (!edges.empty()) {
      graph.smallest_weight = graph.largest_weight = edges[0].weight;
    }
    for (const Edge& e : edges) {
      graph.smallest_weight = std::min(graph.smallest_weight, e.weight);
      graph.largest_weight = std::max(graph.largest_weight, e.weight);
    }
    return graph;
  }
};

/// Keeps the facts of the last solve.
struct Listener : Run {
  std::map<std::string, Fact, std::less<>> facts;
  std::int64_t done = 0, total = 0;
  bool in_order = true;  // a wider try starts again at 1
  void fact(std::string_view key, const Fact& value) override { facts[std::string(key)] = value; }
  void advance(std::int64_t new_done, std::int64_t new_total) override {
    in_order = in_order && (new_done == done + 1 || (new_done == 1 && done == total));
    done = new_done;
    total = new_total;
  }
  [[nodiscard]] std::string text(std::string_view key) const {
    const auto found = facts.find(key);
    return found == facts.end() ? "" : std::get<std::string>(found->second);
  }
};

/// `count` random edges between any vertices, repeats and loops included, weights in [low, high].
Sample random_sample(std::size_t vertices, std::size_t count, Distance low, Distance high,
                     std::uint32_t seed) {
  std::mt19937 random(seed);
  Sample sample{vertices, {}};
  for (std::size_t e = 0; e < count && vertices > 0; ++e) {
    const auto weight =
        low + static_cast<Distance>(random() % (static_cast<std::uint32_t>(high - low) + 1));
    sample.edges.push_back({static_cast<std::int32_t>(random() % vertices),
                            static_cast<std::int32_t>(random() % vertices), weight});
  }
  return sample;
}

/// A path 0 -> 1 -> ... with these weights, and `spare` vertices apart.
Sample chain(const std::vector<Distance>& weights, std::size_t spare = 0) {
  Sample sample{weights.size() + 1 + spare, {}};
  for (std::size_t e = 0; e < weights.size(); ++e) {
    sample.edges.push_back(
        {static_cast<std::int32_t>(e), static_cast<std::int32_t>(e + 1), weights[e]});
  }
  return sample;
}

Sample ring(std::size_t vertices, Distance weight) {
  Sample sample{vertices, {}};
  for (std::size_t v = 0; v < vertices; ++v) {
    sample.edges.push_back(
        {static_cast<std::int32_t>(v), static_cast<std::int32_t>((v + 1) % vertices), weight});
  }
  return sample;
}

std::vector<Distance> solved(const Sample& sample, const Options& options, Listener& run) {
  MatrixSink sink(sample.vertices);
  solve(sample.graph(), sink, run, options);
  const auto distances = sink.distances();
  return {distances.begin(), distances.end()};
}

/// Solves with `options` and compares every element with the oracle.
Listener require_exact(const Sample& sample, const Options& options) {
  Listener run;
  const std::vector<Distance> expected = reference::distances(sample.graph()).value();
  const std::vector<Distance> found = solved(sample, options, run);
  REQUIRE(found.size() == expected.size());
  for (std::size_t x = 0; x < expected.size(); ++x) {
    if (found[x] == expected[x]) continue;
    FAIL("row " << x / sample.vertices << ", column " << x % sample.vertices << ": found "
                << found[x] << ", expected " << expected[x]);
  }
  REQUIRE(run.in_order);
  REQUIRE(run.done == run.total);
  return run;
}

/// The error that solving with `options` ends in.
Error require_refused(const Sample& sample, const Options& options) {
  Listener run;
  try {
    (void)solved(sample, options, run);
  } catch (const Error& error) {
    return error;
  }
  FAIL("an answer was given");
  throw;  // not reached
}

/// Runs `body` with `count` threads and puts the number back.
void with_threads(int count, const std::function<void()>& body) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(count);
  body();
  omp_set_num_threads(before);
}

constexpr Distance kInf8 = kInfinity<std::uint8_t>;
constexpr Distance kInf16 = kInfinity<std::uint16_t>;

TEST_CASE("every instruction set and width agrees with the oracle on every edge size") {
  std::uint32_t seed = 100;
  for (const std::string& isa : runnable_isas()) {
    for (const std::size_t vertices : {0, 1, 2, 63, 64, 65, 127, 128, 129, 193, 300}) {
      const std::map<std::string, Sample> samples = {
          {"no edges", {vertices, {}}},
          {"dense", random_sample(vertices, vertices * vertices / 2, 0, 6, ++seed)},
          {"sparse", random_sample(vertices, vertices * 3, 0, 6, ++seed)},
          {"disconnected", random_sample(vertices, vertices / 2, 0, 6, ++seed)},
          {"zero weights", random_sample(vertices, vertices * 2, 0, 0, ++seed)},
          {"ring", vertices > 0 && vertices < 127 ? ring(vertices, 1) : Sample{vertices, {}}},
      };
      for (const auto& [kind, sample] : samples) {
        for (const Width width : kWidths) {
          INFO(isa << ", V = " << vertices << ", " << kind << ", seed up to " << seed << ", "
                   << name(width));
          const Listener run = require_exact(sample, {isa, width});
          REQUIRE(run.text("instruction_set") == isa);
          REQUIRE(run.text("arithmetic") == name(width));
        }
        INFO(isa << ", V = " << vertices << ", " << kind << ", seed up to " << seed << ", auto");
        (void)require_exact(sample, {isa, {}});
      }
    }
  }
}

TEST_CASE("thread counts beyond the processors and beyond the tiles give the same distances") {
  const Sample sample = random_sample(700, 20'000, 0, 1000, 7);
  for (const int threads : {1, 2, 3, 7, 16, 64}) {
    INFO(threads << " threads");
    with_threads(threads, [&] { (void)require_exact(sample, {}); });
  }
}

TEST_CASE("a width is proven on the borders of its range") {
  struct Border {
    Width width;
    Distance infinity;
  };
  for (const Border& border : {Border{Width::kU8, kInf8}, Border{Width::kU16, kInf16},
                               Border{Width::kS32, kUnreachable}}) {
    const Distance inf = border.infinity;
    INFO(name(border.width));
    // Longest distance INF - 1: with a vertex apart, only the edges can tell it from clipped ones.
    for (const std::size_t spare : {0, 1}) {
      const Listener run = require_exact(chain({inf - 3, 1, 1}, spare), {"", border.width});
      REQUIRE(run.text("proof") == "no edge leads from below INF to INF");
    }
    // M + w = INF - 1 is proven by the simple bound, M + w = INF no more.
    REQUIRE(require_exact(chain({(inf - 1) / 2}, 1), {"", border.width}).text("proof") ==
            "largest distance + largest weight < INF");
    REQUIRE(require_exact(chain({(inf + 1) / 2}, 1), {"", border.width}).text("proof") ==
            "no edge leads from below INF to INF");
    // A ring reaches every pair: complete, whatever the bound says.
    REQUIRE(require_exact(ring(2, inf - 1), {"", border.width}).text("proof") ==
            "every pair is reached below INF");
    // Longest distance INF and INF + 1: never a wrong number, never a silent "no path".
    for (const Distance last : {2, 3}) {
      for (const std::size_t spare : {0, 1}) {
        const Error error = require_refused(chain({inf - 3, 1, last}, spare), {"", border.width});
        REQUIRE(error.code() == ExitCode::kNoAnswer);
        REQUIRE(std::string(error.what()).find("over edge 2 (from 2 to 3") != std::string::npos);
      }
    }
  }
}

TEST_CASE("auto finds the width, one up where the first proof fails") {
  REQUIRE(require_exact(chain({100, 26}), {}).text("arithmetic") == "u8");
  REQUIRE(require_exact(chain({100, 27}), {}).text("arithmetic") == "u16");
  REQUIRE(require_exact(chain({kInf16 - 2, 1}), {}).text("arithmetic") == "u16");
  REQUIRE(require_exact(chain({kInf16 - 2, 2}), {}).text("arithmetic") == "s32");
  REQUIRE(require_exact(chain({kUnreachable - 1}), {}).text("arithmetic") == "s32");
  // Heavy edges that no shortest path takes do not widen the arithmetic.
  Sample detours = ring(60, 1);
  detours.edges.push_back({0, 30, kUnreachable - 1});
  REQUIRE(require_exact(detours, {}).text("arithmetic") == "u8");
  // The guess looks from two vertices. A long path in a component apart is seen by the proof alone.
  Sample apart = ring(60, 1);
  apart.vertices = 63;
  apart.edges.push_back({60, 61, 120});
  apart.edges.push_back({61, 62, 120});
  const Listener run = require_exact(apart, {});
  REQUIRE(run.text("arithmetic") == "u16");
  REQUIRE(run.text("arithmetic_tried") == "u8, u16");
}

TEST_CASE("random graphs across the borders of the widths") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 2 + random() % 150;
    const std::array<Distance, 6> tops = {3, 40, 126, 9'000, 40'000, 200'000'000};
    const Distance high = tops[random() % tops.size()];
    const Sample sample =
        random_sample(vertices, random() % (vertices * 6), 0, high, seed * 1000 + 1);
    INFO("seed " << seed << ", V = " << vertices << ", weights to " << high);
    if (reference::distances(sample.graph())) {
      (void)require_exact(sample, {});
    } else {
      REQUIRE(require_refused(sample, {}).code() == ExitCode::kNoAnswer);
    }
  }
}

TEST_CASE("a length outside the format is refused, named, and nothing is written") {
  const Error error = require_refused(chain({kUnreachable - 1, 1}), {});
  REQUIRE(error.code() == ExitCode::kNoAnswer);
  const std::string message = error.what();
  REQUIRE(
      message.find("the path from 0 over edge 1 (from 1 to 2, weight 1) is 1073741823 or longer") !=
      std::string::npos);
}

TEST_CASE("a negative weight is refused and the edge named") {
  const Error error = require_refused({3, {{0, 1, 4}, {1, 2, -3}}}, {});
  REQUIRE(error.code() == ExitCode::kNoAnswer);
  REQUIRE(std::string(error.what()).find("edge 1 (from 1 to 2): weight is -3") !=
          std::string::npos);
}

TEST_CASE("a sink that fails ends the solve with its error") {
  struct FullDisk : RowSink {
    void put(std::size_t, std::span<const Distance>) override {
      throw Error(ExitCode::kOutput, "the disk is full");
    }
  } sink;
  const Sample sample = ring(300, 1);
  Run run;
  try {
    solve(sample.graph(), sink, run, {});
    FAIL("the error was lost");
  } catch (const Error& error) {
    REQUIRE(error.code() == ExitCode::kOutput);
  }
}

}  // namespace
}  // namespace apsp::cpu
