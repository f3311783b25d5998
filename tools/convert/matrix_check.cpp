// SPDX-License-Identifier: MIT
#include "tools/convert/matrix_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
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
  std::size_t negative = 0;  // how many are below 0
  bool one_negative = true;  // all of them are the same
  Distance largest = 0;
  std::size_t times = 0;  // how many are the largest
  Distance below_largest = 0;
  bool several_below = false;  // not all others are that one
  std::size_t beside = 0;      // how many stand beside the diagonal
};

Range range_of(const std::vector<Edge>& edges) {
  Range range;
  for (const Edge& edge : edges) {
    const Distance weight = edge.weight;
    if (edge.source == edge.destination) continue;
    ++range.beside;
    if (weight < 0) {
      range.one_negative = range.one_negative && (range.negative == 0 || weight == range.smallest);
      ++range.negative;
    }
    range.smallest = std::min(range.smallest, weight);
    if (weight > range.largest) {
      range.several_below = range.below_largest > 0;
      range.below_largest = range.largest;
      range.largest = weight;
      range.times = 0;
    } else if (weight < range.largest && weight != range.below_largest) {
      range.several_below = range.several_below || range.below_largest > 0;
      range.below_largest = std::max(range.below_largest, weight);
    }
    range.times += weight == range.largest ? 1 : 0;
  }
  return range;
}

/// What may stand for no edge.
struct Suspect {
  std::size_t times = 0;
  std::string number;  // as the file has it
};

/// Whether each edge has its way back of the same weight. Edges that do not stand in the order of a
/// matrix come from half of a symmetric one.
bool is_symmetric(const std::vector<Edge>& edges) {
  const auto place = [](const Edge& edge) { return std::pair(edge.source, edge.destination); };
  const auto before = [&](const Edge& a, const Edge& b) { return place(a) < place(b); };
  if (!std::is_sorted(edges.begin(), edges.end(), before)) return true;
  return std::all_of(edges.begin(), edges.end(), [&](const Edge& edge) {
    const Edge back{edge.destination, edge.source, edge.weight};
    const auto found = std::lower_bound(edges.begin(), edges.end(), back, before);
    return found != edges.end() && place(*found) == place(back) && found->weight == back.weight;
  });
}

/// Whether the largest weight, of a number that many write for no edge, is so far from the others
/// that it may be none. One that occurs again is more likely none than one that is alone, but
/// powers of 10 are distances as well. In a symmetric matrix every number occurs twice.
bool is_far(const Range& range, std::int64_t number, const std::vector<Edge>& edges) {
  const Distance times = range.largest / std::max(range.below_largest, Distance{1});
  if (times < 2 || times >= 4) return times >= 4;
  if (number % 10'000 == 0 || range.times < 2) return false;
  return range.times > 2 || !is_symmetric(edges);
}

/// A number that many write for no edge.
std::optional<Suspect> known_suspect(const Range& range, const std::vector<Edge>& edges,
                                     const ReadOptions& options, const Rounding& rounding) {
  // A number that all entries have is no mark among them. A scale may have made 0 of the others.
  const bool others = range.beside > range.times || rounding.zeroed > 0;
  for (const std::int64_t number : numbers_for_none()) {
    const std::optional<Distance> weight = to_weight(number, options);
    if (!weight || *weight == 0) continue;
    if (*weight < 0 && *weight == range.smallest && range.one_negative) {
      return Suspect{range.negative, std::to_string(number)};
    }
    if (*weight > 0 && *weight == range.largest && others && is_far(range, number, edges)) {
      return Suspect{range.times, std::to_string(number)};
    }
  }
  return std::nullopt;
}

/// A number that a scale took from sight: of those below 0 it made 0.
std::optional<Suspect> suspect_made_zero(const Range& range, const Rounding& rounding) {
  if (rounding.negative_zeroed == 0 || !rounding.same_negative || range.negative > 0) return {};
  const std::vector<std::int64_t> known = numbers_for_none();
  const bool is_known = std::any_of(known.begin(), known.end(), [&](std::int64_t number) {
    return rounding.negative == std::to_string(number);
  });
  if (rounding.negative_zeroed < 2 && !is_known) return {};
  return Suspect{rounding.negative_zeroed, rounding.negative};
}

std::string number_text(Distance weight, const ReadOptions& options) {
  return options.scale ? fmt::format("weight {} after --scale", weight) : std::to_string(weight);
}

/// A number below 0 that stands all along the diagonal, where each makes a negative cycle.
std::optional<Suspect> suspect_on_diagonal(const EdgeGraph& graph, const ReadOptions& options) {
  std::size_t loops = 0;
  Distance weight = 0;
  for (const Edge& edge : graph.edges) {
    if (edge.source != edge.destination) continue;
    if (edge.weight >= 0 || (loops > 0 && edge.weight != weight)) return std::nullopt;
    weight = edge.weight;
    ++loops;
  }
  if (loops < 2 || loops != graph.vertices) return std::nullopt;
  return Suspect{loops, number_text(weight, options)};
}

/// Any number that lies apart from all others and occurs several times. Below 1000 it is read as a
/// weight, such as the distance between two groups: `note` receives a line that says so.
std::optional<Suspect> lonely_suspect(const Range& range, const Rounding& rounding,
                                      const ReadOptions& options, std::string& note) {
  constexpr Distance kFar = 10;
  constexpr Distance kVeryFar = 1000;
  constexpr std::int64_t kLeast = 1000;
  if (range.negative > 1 && range.one_negative)
    return Suspect{range.negative, number_text(range.smallest, options)};
  // Others that a scale made 0 were below 1 / 2.
  const bool hidden = range.below_largest == 0 && rounding.zeroed > 0;
  const Distance next = std::max(range.below_largest, hidden ? Distance{1} : Distance{0});
  const Distance far = range.times > 2 && (range.several_below || hidden) ? kFar : kVeryFar;
  if (range.times > 1 && next > 0 && range.largest / next >= far) {
    ReadOptions silent = options;
    silent.rounding = nullptr;
    if (range.largest < to_weight(kLeast, silent).value_or(kUnreachable)) {
      note = fmt::format(
          "{} of {} are read as weights (--no-edge VALUE, as the file has it: as no "
          "edges)",
          counted(static_cast<std::uint64_t>(range.times), "entry"),
          number_text(range.largest, options));
      return std::nullopt;
    }
    return Suspect{range.times, number_text(range.largest, options)};
  }
  return std::nullopt;
}

/// The number that may stand for no edge, if there is one. Beside the diagonal a matrix has it
/// where at least half of the entries are edges.
std::optional<Suspect> find_suspect(const EdgeGraph& graph, std::size_t beside,
                                    const ReadOptions& options, const Rounding& rounding,
                                    std::string& note) {
  std::optional<Suspect> found = suspect_on_diagonal(graph, options);
  const std::size_t vertices = graph.vertices;
  if (found || vertices < 2 || beside < vertices * (vertices - 1) / 2) return found;
  ReadOptions silent = options;
  silent.rounding = nullptr;
  const Range range = range_of(graph.edges);
  found = known_suspect(range, graph.edges, silent, rounding);
  if (!found) found = suspect_made_zero(range, rounding);
  if (!found) found = lonely_suspect(range, rounding, options, note);
  return found;
}

[[noreturn]] void refuse_suspect(const Suspect& suspect, const std::string& input) {
  const bool as_in_file = suspect.number.find(' ') == std::string::npos;
  throw Error(
      Fault::kInput,
      fmt::format("{}: {} of {} may be weights or no edges; --no-edge {} says that they are "
                  "none, --no-edge inf that they are weights",
                  input, counted(static_cast<std::uint64_t>(suspect.times), "entry"),
                  suspect.number, as_in_file ? suspect.number : "VALUE, as the file has it,"));
}

}  // namespace

void check_matrix(EdgeGraph& graph, const ReadOptions& options, const Rounding& rounding,
                  const std::string& input) {
  const auto beside = std::count_if(graph.edges.begin(), graph.edges.end(), [](const Edge& edge) {
    return edge.source != edge.destination;
  });
  const auto above = std::count_if(graph.edges.begin(), graph.edges.end(),
                                   [](const Edge& edge) { return edge.source < edge.destination; });
  if (options.no_edge.empty() && !options.unweighted) {
    std::string note;
    const auto suspect =
        find_suspect(graph, static_cast<std::size_t>(beside), options, rounding, note);
    if (suspect) refuse_suspect(*suspect, input);
    if (!note.empty()) graph.losses.push_back(note);
  }
  if (beside > 0 && !options.undirected && (above == 0 || above == beside)) {
    graph.losses.push_back(
        fmt::format("all entries are {} the diagonal: where they are half of a symmetric matrix, "
                    "--undirected adds the other half",
                    above == 0 ? "below" : "above"));
  }
}

}  // namespace apsp::convert
