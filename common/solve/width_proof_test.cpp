// SPDX-License-Identifier: MIT
// The proof of a width against the exact distances: a result that a width clipped must never be
// proven, one that it did not clip always.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/width_choice.hpp"
#include "common/oracle/reference.hpp"
#include "common/solve/exact_solve.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using reference::kNoPath;
using reference::Length;
using test::Sample;

/// The end of a solve in a width with this infinity: min(d, INF) for every pair.
std::vector<Distance> clip(const std::vector<Length>& exact, Distance infinity) {
  std::vector<Distance> result(exact.size());
  std::ranges::transform(exact, result.begin(), [=](Length d) {
    return static_cast<Distance>(std::min<Length>(d, infinity));
  });
  return result;
}

Extent extent_of(const std::vector<Distance>& result, Distance infinity) {
  Extent extent;
  for (const Distance d : result) {
    if (d == infinity) extent.complete = false;
    if (d != infinity) extent.largest = std::max(extent.largest, d);
  }
  return extent;
}

/// By the words of Clipped: a row and an edge, tried one by one.
std::optional<Clipped> find_clipped(const std::vector<Distance>& result, const Graph& graph,
                                    Distance infinity) {
  const std::size_t n = graph.vertices;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const Edge& edge = graph.edges[e];
      if (result[i * n + static_cast<std::size_t>(edge.source)] < infinity &&
          result[i * n + static_cast<std::size_t>(edge.destination)] == infinity) {
        return Clipped{i, e};
      }
    }
  }
  return std::nullopt;
}

/// Whether a distance does not fit, though there is a path.
bool is_clipped(const std::vector<Length>& exact, Distance infinity) {
  return std::ranges::any_of(exact, [=](Length d) { return d != kNoPath && d >= infinity; });
}

/// Proofs by their words; "" counts the results that were refused.
using Proofs = std::map<std::string, std::size_t>;

void judge(const Sample& sample, Distance infinity, Proofs& proofs) {
  const Graph graph = sample.graph();
  const std::vector<Length> exact = reference::floyd_warshall(graph);
  const std::vector<Distance> result = clip(exact, infinity);
  const std::optional<std::string_view> proof =
      prove(extent_of(result, infinity), graph.largest_weight, infinity);
  const std::optional<Clipped> clipped =
      proof ? std::nullopt : find_clipped(result, graph, infinity);
  if (clipped.has_value() != is_clipped(exact, infinity)) {
    std::string edges;
    for (const Edge& e : graph.edges) {
      edges += std::to_string(e.source) + "->" + std::to_string(e.destination) + ":" +
               std::to_string(e.weight) + " ";
    }
    FAIL("INF = " << infinity << (clipped ? ": refused though it fits, " : ": proven, ") << edges);
  }
  ++proofs[clipped ? "" : std::string(proof.value_or("no edge leads from below INF to INF"))];
}

/// All three proofs and the refusal are there, so that a test looked at each.
void require_every_proof(const Proofs& proofs) {
  for (const char* proof :
       {"", "every pair is reached below INF", "largest distance + largest weight < INF",
        "no edge leads from below INF to INF"}) {
    INFO("proof: " << proof);
    REQUIRE(proofs.contains(proof));
  }
  REQUIRE(proofs.size() == 4);
}

// Weights up to two above the largest infinity, so that an edge may be clipped as it is scattered.
TEST_CASE("a width is proven exactly where it fits, for every graph of three vertices", "[width]") {
  constexpr std::array<Distance, 5> kWeights = {-1, 0, 1, 2, 5};  // below 0: no edge
  constexpr std::size_t kGraphs = 15'625;                         // 5^6
  Proofs proofs;
  for (std::size_t code = 0; code < kGraphs; ++code) {
    Sample plain{3, {}};
    std::size_t digits = code;
    for (std::int32_t u = 0; u < 3; ++u) {
      for (std::int32_t v = 0; v < 3; ++v) {
        if (u == v) continue;
        const Distance weight = kWeights[digits % kWeights.size()];
        digits /= kWeights.size();
        if (weight >= 0) plain.edges.push_back({u, v, weight});
      }
    }
    // The same distances from heavier and equal repeats and loops, before and after the edges.
    Sample repeated{3, {{0, 0, 0}, {1, 1, 7}}};
    for (const Edge& e : plain.edges) {
      repeated.edges.push_back({e.source, e.destination, e.weight + 3});
      repeated.edges.push_back(e);
      repeated.edges.push_back(e);
    }
    for (const Distance infinity : {1, 2, 3}) {
      judge(plain, infinity, proofs);
      judge(repeated, infinity, proofs);
    }
  }
  require_every_proof(proofs);
}

TEST_CASE("a width is proven exactly where it fits, for random graphs of all widths", "[width]") {
  constexpr std::array<Distance, 3> kEnds = {kInfinity<std::uint8_t>, kInfinity<std::uint16_t>,
                                             kUnreachable};
  Proofs proofs;
  for (std::uint32_t seed = 0; seed < 3'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const Distance infinity = kEnds[seed % kEnds.size()];
    const std::size_t vertices = 2 + random() % 14;
    // Weights near INF / 6, some of them 0 and some at the ends of the range.
    const std::array<Distance, 4> ends = {0, infinity - 1, std::min(infinity, kUnreachable - 1),
                                          kUnreachable - 1};
    const auto end_every = static_cast<unsigned>(4 + random() % 12);
    Sample sample =
        test::random_sample(vertices, random() % (3 * vertices), 0, infinity / 6, seed + 1);
    for (Edge& e : sample.edges) {
      if (random() % end_every == 0) e.weight = ends[random() % ends.size()];
    }
    for (std::size_t repeats = random() % 4; repeats > 0 && !sample.edges.empty(); --repeats) {
      Edge again = sample.edges[random() % sample.edges.size()];
      again.weight = std::max(again.weight, ends[random() % ends.size()]);
      sample.edges.insert(sample.edges.begin(), again);
    }
    judge(sample, infinity, proofs);
  }
  require_every_proof(proofs);
}

/// A backend whose arithmetic is the oracle's, clipped to each width.
class ClippingBackend final : public Backend {
 public:
  [[nodiscard]] std::span<const Width> widths() const override { return kWidths; }
  void require_fit(const Problem&, const Plan&, Width) override {}
  std::unique_ptr<Solve> start(const apsp::Attempt& attempt, Observer&) override {
    return std::make_unique<Attempt>(attempt.width);
  }

 private:
  class Attempt final : public Solve {
   public:
    explicit Attempt(Width width)
        : infinity_(width == Width::kU8    ? Distance{kInfinity<std::uint8_t>}
                    : width == Width::kU16 ? Distance{kInfinity<std::uint16_t>}
                                           : kUnreachable) {}
    void scatter(const Graph& graph, Observer&) override {
      result_ = clip(reference::floyd_warshall(graph), infinity_);
    }
    void close(Observer&) override {}
    Extent extent() override { return extent_of(result_, infinity_); }
    std::optional<Clipped> first_clipped(const Graph& graph) override {
      return find_clipped(result_, graph, infinity_);
    }
    void put(const Outputs& outputs, Observer&) override {
      std::ranges::replace(result_, infinity_, kUnreachable);
      outputs.rows.put(0, result_);
    }

   private:
    Distance infinity_;
    std::vector<Distance> result_;
  };
};

TEST_CASE("a solve puts exact rows or says that a length does not fit, in any width", "[width]") {
  constexpr std::array<Distance, 6> kTops = {3, 40, 126, 9'000, 40'000, 200'000'000};
  std::size_t refused = 0;
  for (std::uint32_t seed = 0; seed < 900; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 20;
    const Sample sample = test::random_sample(vertices, random() % (3 * vertices), 0,
                                              kTops[random() % kTops.size()], seed + 1);
    const Graph graph = sample.graph();
    const std::vector<Length> exact = reference::floyd_warshall(graph);
    for (const Arithmetic forced :
         {Arithmetic(), Arithmetic(Width::kU8), Arithmetic(Width::kU16), Arithmetic(Width::kS32)}) {
      const Distance infinity = forced == Width::kU8    ? Distance{kInfinity<std::uint8_t>}
                                : forced == Width::kU16 ? Distance{kInfinity<std::uint16_t>}
                                                        : kUnreachable;
      ClippingBackend backend;
      MatrixSink sink(vertices);
      Observer observer;
      const auto error =
          test::error_of([&] { solve_exactly(graph, backend, {sink}, observer, forced); });
      REQUIRE(error.has_value() == is_clipped(exact, infinity));
      if (error) {
        REQUIRE(error->fault() == Fault::kNoAnswer);
        REQUIRE(std::ranges::count(sink.distances(), MatrixSink::kNotWritten) ==
                std::ssize(sink.distances()));
        ++refused;
      } else {
        REQUIRE(std::ranges::equal(sink.distances(), clip(exact, kUnreachable)));
      }
    }
  }
  REQUIRE(refused > 100);
}

TEST_CASE("the bound counts the heaviest edge, also a loop and a repeat", "[width]") {
  // 50 fits u8, and with an edge of 76 or more only the edges tell that nothing was clipped.
  const auto proof = [](std::vector<Edge> edges) {
    Proofs proofs;
    judge({4, std::move(edges)}, kInfinity<std::uint8_t>, proofs);
    return proofs.begin()->first;
  };
  REQUIRE(proof({{0, 1, 50}, {1, 1, 76}}) == "largest distance + largest weight < INF");
  REQUIRE(proof({{0, 1, 50}, {1, 1, 77}}) == "no edge leads from below INF to INF");
  REQUIRE(proof({{0, 1, 50}, {0, 1, 200}}) == "no edge leads from below INF to INF");
  REQUIRE(proof({{0, 1, 50}, {1, 2, 200}}).empty());
}

}  // namespace
}  // namespace apsp
