// SPDX-License-Identifier: MIT
#include "tools/convert/moments.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "tools/convert/weight.hpp"

namespace apsp::convert {
namespace {

constexpr std::int64_t kFirstSecond = 800'000'000;
constexpr std::int64_t kLastSecond = 2'200'000'000;
constexpr std::size_t kFewMoments = 3;  // fewer different numbers show too little
constexpr Distance kRound = 1'000'000;  // lengths and limits are multiples of it, seconds hardly
constexpr std::size_t kMostRound = 100;

bool is_day(Distance weight) {
  const Distance year = weight / 10000;
  const Distance month = weight / 100 % 100;
  const Distance day = weight % 100;
  return year >= 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/// How much all weights look like moments.
enum class Likeness { kNone, kSome, kFull };

Likeness likeness_of(const std::vector<Edge>& edges, const ReadOptions& options) {
  if (options.unweighted) return Likeness::kNone;
  ReadOptions silent = options;
  silent.rounding = nullptr;
  // In the unit of the weights; no weight is above the largest number.
  const Distance low = to_weight(kFirstSecond, silent).value_or(kUnreachable);
  const Distance high = to_weight(kLastSecond, silent).value_or(kUnreachable);
  bool seconds = true;
  bool days = !options.scale;
  std::vector<Distance> different;  // as far as they are counted
  std::size_t round = 0;
  for (const Edge& edge : edges) {
    if (std::abs(edge.weight) == kUnreachable) continue;
    seconds = seconds && edge.weight >= low && edge.weight <= high;
    days = days && is_day(edge.weight);
    if (!seconds && !days) return Likeness::kNone;
    if (edge.weight % kRound == 0) ++round;
    if (different.size() < kFewMoments &&
        std::find(different.begin(), different.end(), edge.weight) == different.end()) {
      different.push_back(edge.weight);
    }
  }
  // Of very many seconds a few are round by chance.
  seconds = seconds && (options.scale || kMostRound * round <= edges.size());
  if (different.size() < 2) return Likeness::kNone;
  return different.size() == kFewMoments && (seconds || days) ? Likeness::kFull : Likeness::kSome;
}

}  // namespace

bool may_be_moments(const std::vector<Edge>& edges, const ReadOptions& options) {
  return likeness_of(edges, options) != Likeness::kNone;
}

bool judge_moments(const Scanner& scanner, EdgeGraph& graph, const ReadOptions& options,
                   std::string_view column, std::string_view leave, std::string_view take) {
  const Likeness likeness = likeness_of(graph.edges, options);
  if (likeness == Likeness::kFull) {
    scanner.refuse_text(
        fmt::format("{} looks like times, as all its numbers are seconds since 1970 or days; {} "
                    "leaves it out, {} takes it for the weight",
                    column, leave, take));
  }
  if (likeness == Likeness::kNone) return false;
  graph.losses.push_back(
      fmt::format("{} is the weight: if it is the time, {} leaves it out", column, leave));
  return true;
}

}  // namespace apsp::convert
