// SPDX-License-Identifier: MIT
#include "tools/generate/generator.hpp"

#include <algorithm>
#include <exception>
#include <type_traits>
#include <variant>
#include <vector>

#include "common/base/parallel_for.hpp"

namespace apsp::generate {
namespace {

// One write: 768 KiB, large enough that the call costs nothing, small enough for the cache.
constexpr std::size_t kEdgesPerWrite = std::size_t{1} << 16;

}  // namespace

Generator::Generator(const Recipe& recipe)
    : vertices_(static_cast<std::uint64_t>(recipe.vertices)),
      topology_(make_topology(recipe)),
      base_edges_(std::visit([](const auto& pairs) { return pairs.size(); }, topology_)),
      loops_begin_((check_additions(recipe, base_edges_),
                    base_edges_ + static_cast<std::uint64_t>(recipe.repeats))),
      cycle_begin_(loops_begin_ + static_cast<std::uint64_t>(recipe.loops)),
      cycle_(static_cast<std::uint64_t>(recipe.negative_cycle)),
      order_(cycle_begin_ + cycle_, Key(recipe.seed, Purpose::kOrder)),
      shuffle_(recipe.shuffle),
      weight_(recipe.seed, Purpose::kWeights),
      repeat_(recipe.seed, Purpose::kRepeats),
      loop_(recipe.seed, Purpose::kLoops),
      height_(recipe.seed, Purpose::kHeights),
      cycle_vertices_(vertices_, Key(recipe.seed, Purpose::kCycle)),
      lightest_(recipe.lightest),
      weights_(static_cast<std::uint64_t>(recipe.heaviest - recipe.lightest) + 1),
      heights_(static_cast<std::uint64_t>(recipe.negative) + 1) {}

std::int64_t Generator::height(std::int32_t vertex) const {
  return static_cast<std::int64_t>(
      height_.stream(static_cast<std::uint64_t>(vertex)).below(heights_));
}

template <typename Pairs>
void Generator::fill_from(const Pairs& pairs, std::size_t first_edge, std::span<Edge> edges) const {
  for (std::size_t e = 0; e < edges.size(); ++e) {
    // An edge's number decides all about it. Shuffling moves it, but does not change it.
    const std::uint64_t number = shuffle_ ? order_(first_edge + e) : first_edge + e;
    VertexPair ends{};
    std::int64_t weight =
        lightest_ + static_cast<std::int64_t>(weight_.stream(number).below(weights_));
    if (number < base_edges_) {
      ends = pairs.pair(number);
      if constexpr (std::is_same_v<Pairs, Segments>) {
        weight = lightest_ + static_cast<std::int64_t>(pairs.length(number, weights_ - 1));
      }
    } else if (number < loops_begin_) {
      ends = pairs.pair(repeat_.stream(number).below(base_edges_));
    } else if (number < cycle_begin_) {
      const std::uint64_t vertex = loop_.stream(number).below(vertices_);
      ends = pair_of(vertex, vertex);
    } else {
      const std::uint64_t step = number - cycle_begin_;
      ends = pair_of(cycle_vertices_(step), cycle_vertices_(step + 1 == cycle_ ? 0 : step + 1));
      weight = step == 0 ? -1 : 0;
    }
    if (heights_ > 1) weight += height(ends.source) - height(ends.destination);
    edges[e] = {.source = ends.source,
                .destination = ends.destination,
                .weight = static_cast<Distance>(weight)};
  }
}

void Generator::fill(std::size_t first_edge, std::span<Edge> edges) const {
  std::visit([&](const auto& pairs) { fill_from(pairs, first_edge, edges); }, topology_);
}

void write(const Generator& generator, GraphWriter& writer) {
  const std::size_t edges = generator.edges();
  const auto put = [&](std::vector<Edge>& chunk, std::size_t c) {
    const std::size_t first = c * kEdgesPerWrite;
    try {
      chunk.resize(std::min(kEdgesPerWrite, edges - first));
      generator.fill(first, chunk);
      writer.put(first, chunk);
    } catch (...) {
      writer.abandon(std::current_exception());  // a pipe makes later chunks wait for this one
      throw;
    }
  };
  parallel_for_with<Handout::kMonotonic>((edges + kEdgesPerWrite - 1) / kEdgesPerWrite,
                                         [] { return std::vector<Edge>(); }, put);
}

}  // namespace apsp::generate
