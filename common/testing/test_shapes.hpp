// SPDX-License-Identifier: MIT
// For tests: graphs of known shapes, for solvers and orders of sparse graphs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "common/testing/test_solver.hpp"

namespace apsp::test {

/// The same edges, all of this weight.
inline Sample weighing(Sample sample, Distance weight) {
  for (Edge& edge : sample.edges) edge.weight = weight;
  return sample;
}

/// Both directions of every edge of a width x height grid, weights in [0, high].
inline Sample grid(std::size_t width, std::size_t height, Distance high, std::uint32_t seed) {
  std::mt19937 random(seed);
  Sample sample{width * height, {}};
  const auto join = [&](std::size_t u, std::size_t v) {
    for (const auto& [from, to] : {std::pair(u, v), std::pair(v, u)}) {
      sample.edges.push_back(
          {static_cast<std::int32_t>(from), static_cast<std::int32_t>(to),
           static_cast<Distance>(random() % (static_cast<std::uint32_t>(high) + 1))});
    }
  };
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      if (x + 1 < width) join(y * width + x, y * width + x + 1);
      if (y + 1 < height) join(y * width + x, y * width + x + width);
    }
  }
  return sample;
}

/// A grid like roads: seven of ten edges, in one direction, of weight 1.
inline Sample thin_grid(std::size_t width, std::size_t height, std::uint32_t seed) {
  Sample sample = grid(width, height, 0, seed);
  std::mt19937 random(seed);
  std::erase_if(sample.edges, [&](const Edge& edge) {
    return edge.source > edge.destination || random() % 10 >= 7;
  });
  return weighing(std::move(sample), 1);
}

/// An edge from vertex 0 to each other vertex, or to it from each.
inline Sample star(std::size_t vertices, bool outward = true) {
  Sample sample{vertices, {}};
  for (std::size_t v = 1; v < vertices; ++v) {
    const auto rim = static_cast<std::int32_t>(v);
    sample.edges.push_back({outward ? 0 : rim, outward ? rim : 0, rim % 7});
  }
  return sample;
}

/// Two cliques of `size` vertices that one edge in each direction joins.
inline Sample cliques_with_a_bridge(std::size_t size) {
  Sample sample{2 * size, {}};
  for (std::size_t u = 0; u < 2 * size; ++u) {
    for (std::size_t v = 0; v < 2 * size; ++v) {
      const bool bridge = (u == 0 && v == size) || (u == size && v == 0);
      if (u / size != v / size && !bridge) continue;
      sample.edges.push_back({static_cast<std::int32_t>(u), static_cast<std::int32_t>(v),
                              static_cast<Distance>(bridge ? 40 : (u * 7 + v * 3) % 11)});
    }
  }
  return sample;
}

/// Three edges from each vertex to lower numbers in its run of `run` vertices, but from the first
/// of the run: few pairs have a path.
inline Sample dependencies(std::size_t vertices, std::size_t run, std::uint32_t seed) {
  std::mt19937 random(seed);
  Sample sample{vertices, {}};
  for (std::size_t v = 0; v < vertices; ++v) {
    for (std::size_t e = 0; e < 3 && v % run != 0; ++e) {
      const std::size_t needed = v - 1 - random() % (v % run);
      sample.edges.push_back({static_cast<std::int32_t>(v), static_cast<std::int32_t>(needed),
                              1 + static_cast<Distance>(random() % 9)});
    }
  }
  return sample;
}

}  // namespace apsp::test
