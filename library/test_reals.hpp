// SPDX-License-Identifier: MIT
// Graphs with weights that are not integers, and their oracle. It computes with integers of 128
// bits: every weight here is a multiple of 2^-73 below 2^10.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"

namespace apsp::test {

__extension__ using Integer = __int128;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr int kUnit = -73;
inline constexpr Integer kNoPath = Integer{1} << 120;

inline Integer exact(double weight) {
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(weight, &exponent), 53));
  const int shift = exponent - 53 - kUnit;
  return shift >= 0 ? Integer{mantissa} * (Integer{1} << shift)
                    : Integer{mantissa} / (Integer{1} << -shift);
}

/// Returns the exact lengths in units of 2^kUnit, by three nested loops.
inline std::vector<Integer> expected(const RealEdgeList& graph) {
  const std::size_t n = graph.vertices;
  std::vector<Integer> d(n * n, kNoPath);
  for (std::size_t v = 0; v < n; ++v) d[v * n + v] = 0;
  for (const RealEdge& edge : graph.edges) {
    if (!std::isfinite(edge.weight)) continue;
    Integer& known =
        d[static_cast<std::size_t>(edge.source) * n + static_cast<std::size_t>(edge.destination)];
    known = std::min(known, exact(edge.weight));
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (d[i * n + k] == kNoPath) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (d[k * n + j] == kNoPath) continue;
        d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
      }
    }
  }
  return d;
}

/// Returns a graph whose weights have all bits of a double: of 2^-20 to 2^10, a few no edges at
/// all. `lift` makes some weights negative without a negative cycle.
inline RealEdgeList random_real_graph(std::size_t vertices, std::size_t edges, bool lift,
                                      std::mt19937_64& random) {
  RealEdgeList graph{vertices, {}};
  std::vector<double> height(vertices, 0);
  for (double& h : height) h = lift ? static_cast<double>(random() % 4096) / 16 : 0;
  for (std::size_t e = 0; e < edges && vertices > 0; ++e) {
    const auto from = random() % vertices;
    const auto to = random() % vertices;
    const auto mantissa = static_cast<double>((random() >> 11) | 1);
    double weight = std::ldexp(mantissa, -53 - static_cast<int>(random() % 20));
    // Rounded in a unit of 2^-44, so that the difference of heights is added without rounding.
    if (lift)
      weight = std::ldexp(std::ceil(std::ldexp(weight, 40)), -40) + height[to] - height[from];
    if (random() % 50 == 0)
      weight = random() % 2 == 0 ? kInfinity : std::numeric_limits<double>::quiet_NaN();
    graph.edges.push_back({static_cast<std::int32_t>(from), static_cast<std::int32_t>(to), weight});
  }
  return graph;
}

template <typename Element>
std::vector<Element> solved(const RealEdgeList& graph, const Settings& settings = {}) {
  const std::size_t rows = settings.sources ? settings.sources->size() : graph.vertices;
  const std::size_t columns = settings.targets ? settings.targets->size() : graph.vertices;
  std::vector<Element> d(rows * columns, -1);
  solve_into(graph, settings, std::span<Element>(d));
  return d;
}

/// Requires the bound of real.hpp for each of `lengths`; `all` are those of the graph.
template <typename Element>
void require_bounded(const RealEdgeList& graph, const std::vector<Integer>& all,
                     const std::vector<Integer>& lengths, const std::vector<Element>& computed) {
  REQUIRE(lengths.size() == computed.size());
  Integer least = 0;
  for (const Integer length : all) least = std::min(least, length);
  const double eps = double{std::numeric_limits<Element>::epsilon()};
  const double lowest = -std::ldexp(static_cast<double>(least), kUnit);
  std::size_t wrong = 0;
  std::size_t first = 0;
  const auto count = [&](std::size_t n, bool is_wrong) {
    if (is_wrong && wrong++ == 0) first = n;
  };
  for (std::size_t n = 0; n < lengths.size(); ++n) {
    if (lengths[n] == kNoPath) {
      count(n, computed[n] != std::numeric_limits<Element>::infinity());
      continue;
    }
    const double error =
        std::abs(std::ldexp(static_cast<double>(exact(double{computed[n]}) - lengths[n]), kUnit));
    const double length = std::abs(std::ldexp(static_cast<double>(lengths[n]), kUnit));
    const double bound =
        2 * (static_cast<double>(graph.vertices) + 2) * eps * (length + 2 * lowest);
    count(n, !(error <= bound));
  }
  if (wrong > 0) {
    INFO("element " << first << " is " << computed[first] << ", exactly "
                    << std::ldexp(static_cast<double>(lengths[first]), kUnit));
    REQUIRE(wrong == 0);
  }
}

/// Of all lengths of the graph.
template <typename Element>
void require_bounded(const RealEdgeList& graph, const std::vector<Integer>& lengths,
                     const std::vector<Element>& computed) {
  require_bounded(graph, lengths, lengths, computed);
}

/// Solves graphs of so many vertices in float or double with `settings`, by every method that GPUs
/// have, and requires the bound. Draws chosen rows and columns, negative weights, limits, both
/// directions, and the form of a matrix.
template <typename Element>
void require_bounded_on_gpus(const Settings& settings, std::uint64_t seed,
                             std::span<const std::size_t> sizes) {
  std::mt19937_64 random(seed);
  for (const std::size_t vertices : sizes) {
    for (const bool lift : {false, true}) {
      INFO("seed " << seed << ", V " << vertices << ", negative " << lift);
      RealEdgeList graph = random_real_graph(vertices, vertices * (2 + random() % 9), lift, random);
      Settings ours = settings;
      ours.undirected = !lift && random() % 3 == 0;
      RealEdgeList both = graph;
      if (ours.undirected) {
        for (const RealEdge& edge : graph.edges) {
          both.edges.push_back({edge.destination, edge.source, edge.weight});
        }
      }
      const std::vector<Integer> lengths = expected(both);
      for (const Method method : {Method::kDense, Method::kSweep}) {
        if (method == Method::kSweep && sizeof(Element) == sizeof(double)) continue;
        INFO(name(method) << ", undirected " << ours.undirected);
        ours.method = method;
        require_bounded(graph, lengths, solved<Element>(graph, ours));
        if (vertices == 0) continue;

        Settings chosen = ours;
        chosen.sources.emplace();
        chosen.targets.emplace();
        std::vector<Integer> wanted;
        for (std::size_t n = 0; n < 5; ++n) {
          chosen.sources->push_back(static_cast<std::int32_t>(random() % vertices));
          chosen.targets->push_back(static_cast<std::int32_t>(random() % vertices));
        }
        for (const std::int32_t i : *chosen.sources) {
          for (const std::int32_t j : *chosen.targets) {
            wanted.push_back(
                lengths[static_cast<std::size_t>(i) * vertices + static_cast<std::size_t>(j)]);
          }
        }
        const std::vector<Element> found = solved<Element>(graph, chosen);
        require_bounded(graph, lengths, wanted, found);
        chosen.limit = 0.25;
        const std::vector<Element> near = solved<Element>(graph, chosen);
        for (std::size_t n = 0; n < near.size(); ++n) {
          REQUIRE(near[n] ==
                  (found[n] > 0.25 ? std::numeric_limits<Element>::infinity() : found[n]));
        }
      }
      // Of repeated edges a matrix holds the lightest.
      std::vector<double> weights(vertices * vertices, kInfinity);
      for (const RealEdge& edge : graph.edges) {
        double& known = weights[static_cast<std::size_t>(edge.source) * vertices +
                                static_cast<std::size_t>(edge.destination)];
        if (edge.weight < known) known = edge.weight;
      }
      const WeightMatrix matrix(std::span<const double>(weights), vertices,
                                {.zeros_are_edges = true});
      ours.method = Method::kDense;
      std::vector<Element> found(vertices * vertices, -1);
      solve_into(matrix, ours, std::span<Element>(found));
      require_bounded(graph, lengths, found);
    }
  }
}

}  // namespace apsp::test
