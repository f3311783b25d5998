// SPDX-License-Identifier: MIT
#include "tools/generate/recipe.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "tools/generate/nearest.hpp"
#include "tools/generate/road.hpp"

namespace apsp::generate {
namespace {

constexpr std::int64_t kUsualNeighbours = 4;
constexpr std::int64_t kUsualNearest = 10;
constexpr std::int64_t kUsualDimensions = 2;
constexpr std::int64_t kUsualComponents = 2;
constexpr Fraction kUsualRewire = {.numerator = 1, .denominator = 10};

const KindDescription& description(Kind kind) {
  return kKinds.at(static_cast<std::size_t>(kind));
}

void check_range(std::string_view option, std::int64_t found, std::int64_t smallest,
                 std::int64_t largest, std::string_view why = "") {
  if (found < smallest || found > largest) {
    throw Error(Fault::kUsage, fmt::format("{}: found {}, expected {} to {}{}", option, found,
                                           smallest, largest, why));
  }
}

void check_options(const Recipe& recipe) {
  const KindDescription& kind = description(recipe.kind);
  const std::array<std::pair<std::string_view, bool>, 9> given = {{
      {"--edges", recipe.edges.has_value()},
      {"--density", recipe.density.has_value()},
      {"--columns", recipe.columns.has_value()},
      {"--components", recipe.components.has_value()},
      {"--neighbours", recipe.neighbours.has_value()},
      {"--rewire", recipe.rewire.has_value()},
      {"--dimensions", recipe.dimensions.has_value()},
      {"--directed", recipe.directed},
      {"--undirected", recipe.undirected},
  }};
  for (const auto& [option, present] : given) {
    if (present &&
        std::find(kind.options.begin(), kind.options.end(), option) == kind.options.end()) {
      std::string allowed;
      for (const std::string_view other : kind.options) {
        if (!other.empty()) {
          allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", other);
        }
      }
      throw Error(Fault::kUsage,
                  fmt::format("{}: not for kind {}, which takes {}", option, kind.name,
                              allowed.empty() ? "no option of its own" : allowed));
    }
  }
}

void check_negative(const Recipe& recipe) {
  if (recipe.negative == 0) return;
  const std::int64_t most = kLargestWeight - std::max<std::int64_t>(recipe.heaviest, 1);
  check_range("--negative", recipe.negative, 0, most,
              " (with the heaviest weight it is in the format's range)");
  check_range("--negative: lightest of --weights", recipe.lightest, 0, kLargestWeight,
              " (so that no cycle is negative)");
  if (recipe.undirected) {
    throw Error(Fault::kUsage,
                "--negative: not with --undirected, where an edge below 0 is a negative cycle");
  }
}

// The number of edges that --edges or --density asks for, of `possible` pairs.
std::uint64_t sample_size(const Recipe& recipe, std::uint64_t possible) {
  const std::string_view kind = description(recipe.kind).name;
  if (recipe.edges.has_value() == recipe.density.has_value()) {
    throw Error(Fault::kUsage, fmt::format("kind {}: found {} --edges and --density, expected "
                                           "exactly one of them",
                                           kind, recipe.edges ? "both" : "neither"));
  }
  const auto largest = static_cast<std::int64_t>(std::min<std::uint64_t>(possible, kLargestCount));
  const std::string why =
      fmt::format(" (kind {} with {} has {}, the format room for {} edges)", kind,
                  counted(static_cast<std::uint64_t>(recipe.vertices), "vertex"),
                  counted(possible, "pair"), kLargestCount);
  if (recipe.edges) {
    check_range("--edges", *recipe.edges, 0, largest, why);
    return static_cast<std::uint64_t>(*recipe.edges);
  }
  const std::uint64_t edges = recipe.density->of(possible);
  check_range("--density: number of edges", static_cast<std::int64_t>(edges), 0, largest, why);
  return edges;
}

Topology make_sample(const Recipe& recipe) {
  const bool whole = recipe.kind == Kind::kRandom;
  const std::int64_t most = std::max<std::int64_t>(recipe.vertices, 1);
  const std::int64_t components =
      whole ? 1 : recipe.components.value_or(std::min(kUsualComponents, most));
  check_range("--components", components, 1, most);
  const auto vertices = static_cast<std::uint64_t>(recipe.vertices);
  const auto runs = static_cast<std::uint64_t>(components);
  const bool both_ways = !recipe.undirected;
  return Sample(vertices, runs, sample_size(recipe, Components(vertices, runs, both_ways).size()),
                recipe.seed, both_ways);
}

Topology make_grid(const Recipe& recipe) {
  const auto vertices = static_cast<std::uint64_t>(recipe.vertices);
  const std::int64_t columns = recipe.columns.value_or(
      std::max<std::int64_t>(1, static_cast<std::int64_t>(ceiling_sqrt(vertices))));
  check_range("--columns", columns, 1, kLargestCount);
  return Grid(vertices, static_cast<std::uint64_t>(columns), !recipe.undirected);
}

Topology make_small_world(const Recipe& recipe) {
  // As many vertices must be left behind the neighbours as there are neighbours to lead there.
  const std::int64_t most = recipe.vertices == 0 ? 0 : (recipe.vertices - 1) / 2;
  const std::int64_t neighbours = recipe.neighbours.value_or(std::min(kUsualNeighbours, most));
  check_range("--neighbours", neighbours, 0, most, " ((V - 1) / 2)");
  return SmallWorld(static_cast<std::uint64_t>(recipe.vertices),
                    static_cast<std::uint64_t>(neighbours), recipe.rewire.value_or(kUsualRewire),
                    recipe.seed);
}

// Leaves out the ways back of an undirected graph.
Segments as_asked(const Recipe& recipe, Segments segments) {
  return recipe.undirected ? std::move(segments).one_way() : std::move(segments);
}

Topology make_knn(const Recipe& recipe) {
  const std::int64_t others = std::max<std::int64_t>(recipe.vertices - 1, 0);
  const std::int64_t most =
      std::min(others, kLargestCount / std::max<std::int64_t>(recipe.vertices, 1));
  const std::int64_t neighbours = recipe.neighbours.value_or(std::min(kUsualNearest, most));
  check_range("--neighbours", neighbours, 0, most,
              fmt::format(" ({} other vertices, and the format has room for {} edges)", others,
                          kLargestCount));
  const std::int64_t dimensions = recipe.dimensions.value_or(kUsualDimensions);
  check_range("--dimensions", dimensions, 1, static_cast<std::int64_t>(kMostDimensions));
  if (recipe.directed && recipe.undirected) {
    throw Error(Fault::kUsage, "--directed and --undirected: expected one of them at most");
  }
  return as_asked(
      recipe, make_nearest(static_cast<std::uint64_t>(recipe.vertices),
                           static_cast<std::uint64_t>(neighbours),
                           static_cast<std::uint64_t>(dimensions), recipe.directed, recipe.seed));
}

}  // namespace

Topology make_topology(const Recipe& recipe) {
  check_range("--vertices", recipe.vertices, 0, kLargestCount);
  check_range("--weights: lightest", recipe.lightest, -kLargestWeight, kLargestWeight);
  check_range("--weights: heaviest", recipe.heaviest, recipe.lightest, kLargestWeight);
  check_options(recipe);
  check_negative(recipe);
  const auto vertices = static_cast<std::uint64_t>(recipe.vertices);
  switch (recipe.kind) {
    case Kind::kRandom:
    case Kind::kDisconnected:
      return make_sample(recipe);
    case Kind::kRing:
      return Line(vertices, true);
    case Kind::kChain:
      return Line(vertices, false);
    case Kind::kGrid:
      return make_grid(recipe);
    case Kind::kComplete:
      return Complete(vertices, !recipe.undirected);
    case Kind::kStar:
      return Star(vertices, !recipe.undirected);
    case Kind::kSmallWorld:
      return make_small_world(recipe);
    case Kind::kScaleFree:
      return ScaleFree(vertices, sample_size(recipe, Complete(vertices).size()), recipe.seed);
    case Kind::kRoad:
      return as_asked(recipe, make_road(vertices, recipe.seed));
    case Kind::kKnn:
      return make_knn(recipe);
  }
  throw Error(Fault::kInternal, "a kind of graph that no one makes");
}

void check_additions(const Recipe& recipe, std::uint64_t base_edges) {
  const std::string_view kind = description(recipe.kind).name;
  if (base_edges > static_cast<std::uint64_t>(kLargestCount)) {
    throw Error(Fault::kUsage,
                fmt::format("kind {} with {}: {} edges, the format has room for {}", kind,
                            counted(static_cast<std::uint64_t>(recipe.vertices), "vertex"),
                            base_edges, kLargestCount));
  }
  const std::int64_t room = kLargestCount - static_cast<std::int64_t>(base_edges);
  check_range("--repeats", recipe.repeats, 0, base_edges == 0 ? 0 : room,
              base_edges == 0 ? " (there is no edge to repeat)" : "");
  check_range("--loops", recipe.loops, 0, recipe.vertices == 0 ? 0 : room - recipe.repeats,
              recipe.vertices == 0 ? " (there is no vertex)" : "");
  check_range(
      "--negative-cycle", recipe.negative_cycle, 0,
      std::min(recipe.vertices, room - recipe.repeats - recipe.loops),
      fmt::format(" ({}, and the format has room for {} edges)",
                  counted(static_cast<std::uint64_t>(recipe.vertices), "vertex"), kLargestCount));
}

}  // namespace apsp::generate
