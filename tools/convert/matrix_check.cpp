// SPDX-License-Identifier: MIT
#include "tools/convert/matrix_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "tools/convert/weight.hpp"

namespace apsp::convert {
namespace {

/// The numbers that people write where there is no edge.
std::vector<std::int64_t> numbers_for_none() {
  std::vector<std::int64_t> numbers = {-1,  -99,   -999,  -9999,      -99999,
                                       999, 32767, 65535, 1000000007, 0x3f3f3f3f};
  for (std::int64_t power = 10'000; power <= 1'000'000'000; power *= 10) {
    numbers.push_back(power - 1);
    numbers.push_back(power);
  }
  return numbers;
}

/// The weights beside the diagonal that are at the ends.
struct Range {
  Distance smallest = 0;
  Distance largest = 0;
  Distance below_largest = 0;
  bool one_negative = true;  // all weights below 0 are the same
};

Range range_of(const std::vector<Edge>& edges) {
  Range range;
  for (const Edge& edge : edges) {
    const Distance weight = edge.weight;
    if (edge.source == edge.destination) continue;
    if (weight < 0 && range.smallest < 0 && weight != range.smallest) range.one_negative = false;
    range.smallest = std::min(range.smallest, weight);
    if (weight > range.largest) {
      range.below_largest = range.largest;
      range.largest = weight;
    } else if (weight < range.largest) {
      range.below_largest = std::max(range.below_largest, weight);
    }
  }
  return range;
}

/// The number that may stand for no edge and the weight that it became, or nothing.
std::optional<std::pair<std::int64_t, Distance>> suspect(const std::vector<Edge>& edges,
                                                         ReadOptions options) {
  options.rounding = nullptr;
  const Range range = range_of(edges);
  for (const std::int64_t number : numbers_for_none()) {
    const std::optional<Distance> weight = to_weight(number, options);
    if (!weight || *weight == 0) continue;
    const bool alone = *weight < 0 ? *weight == range.smallest && range.one_negative
                                   : *weight == range.largest && *weight / 4 >= range.below_largest;
    if (alone) return std::pair(number, *weight);
  }
  return std::nullopt;
}

}  // namespace

void check_matrix(EdgeGraph& graph, const ReadOptions& options, const std::string& input) {
  const auto beside = std::count_if(graph.edges.begin(), graph.edges.end(), [](const Edge& edge) {
    return edge.source != edge.destination;
  });
  const auto above = std::count_if(graph.edges.begin(), graph.edges.end(),
                                   [](const Edge& edge) { return edge.source < edge.destination; });
  const std::size_t vertices = graph.vertices;
  const bool dense =
      vertices > 1 && static_cast<std::size_t>(beside) >= vertices * (vertices - 1) / 2;
  if (dense && options.no_edge.empty() && !options.unweighted) {
    if (const auto found = suspect(graph.edges, options)) {
      const auto [number, weight] = *found;
      const auto times = std::count_if(graph.edges.begin(), graph.edges.end(),
                                       [w = weight](const Edge& edge) { return edge.weight == w; });
      throw Error(
          Fault::kInput,
          fmt::format("{}: {} of {} may be weights or no edges; --no-edge {} says that "
                      "they are none, --no-edge inf that they are weights",
                      input, counted(static_cast<std::uint64_t>(times), "entry"), number, number));
    }
  }
  if (beside > 0 && !options.undirected && (above == 0 || above == beside)) {
    graph.losses.push_back(
        fmt::format("all entries are {} the diagonal: where they are half of a symmetric matrix, "
                    "--undirected adds the other half",
                    above == 0 ? "below" : "above"));
  }
}

}  // namespace apsp::convert
