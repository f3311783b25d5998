// SPDX-License-Identifier: MIT
// Random batches for tests of the library, and their oracle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <type_traits>
#include <vector>

#include "apsp/batch.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::test {

/// Numbers of vertices on both sides of the borders of vectors.
inline constexpr std::array<std::size_t, 7> kEdgeSizes = {0, 1, 31, 32, 33, 64, 65};

/// The oracle's distances, padded; nothing where a graph has no answer in this element.
template <typename Element>
std::optional<std::vector<Element>> expected(std::size_t vertices,
                                             const std::vector<Sample>& samples,
                                             Element no_path = kNoPath<Element>) {
  std::vector<Element> all(samples.size() * vertices * vertices, no_path);
  for (std::size_t g = 0; g < samples.size(); ++g) {
    const auto distances = reference::distances(samples[g].graph());
    if (!distances) return std::nullopt;
    const std::size_t n = samples[g].vertices;
    for (std::size_t x = 0; x < n * n; ++x) {
      const Distance length = (*distances)[x];
      if (length == kUnreachable) continue;
      if (std::is_same_v<Element, std::uint16_t> && length >= 65535) return std::nullopt;
      all[(g * vertices + x / n) * vertices + x % n] = static_cast<Element>(length);
    }
  }
  return all;
}

/// Adds a difference of heights to each weight: negative edges, and every cycle keeps its length.
inline void tilt(Sample& sample, Distance most, std::mt19937& random) {
  std::vector<Distance> heights(sample.vertices);
  for (Distance& height : heights) {
    height = static_cast<Distance>(random() % (static_cast<std::uint32_t>(most) + 1));
  }
  for (Edge& edge : sample.edges) {
    edge.weight += heights[static_cast<std::size_t>(edge.source)] -
                   heights[static_cast<std::size_t>(edge.destination)];
  }
}

inline std::vector<Sample> random_samples(std::size_t vertices, std::size_t count, Distance most,
                                          Distance heights, std::mt19937& random) {
  std::vector<Sample> samples;
  for (std::size_t g = 0; g < count; ++g) {
    const std::size_t n = g % 3 == 0 ? vertices : random() % (vertices + 1);
    const std::array<std::size_t, 4> edges = {n / 2, n * 2, n * 4, n * n};
    samples.push_back(random_sample(n, edges[random() % edges.size()], 0, most,
                                    static_cast<std::uint32_t>(random())));
    tilt(samples.back(), heights, random);
  }
  return samples;
}

}  // namespace apsp::test
