// SPDX-License-Identifier: MIT
#include "tools/convert/moments.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "tools/convert/weight.hpp"

namespace apsp::convert {
namespace {

constexpr std::int64_t kFirstSecond = 800'000'000;
constexpr std::int64_t kLastSecond = 2'200'000'000;

bool is_day(Distance weight) {
  const Distance year = weight / 10000;
  const Distance month = weight / 100 % 100;
  const Distance day = weight % 100;
  return year >= 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

}  // namespace

bool are_moments(const std::vector<Edge>& edges, const ReadOptions& options) {
  if (options.unweighted) return false;
  ReadOptions silent = options;
  silent.rounding = nullptr;
  // In the unit of the weights; no weight is above the largest number.
  const Distance low = to_weight(kFirstSecond, silent).value_or(kUnreachable);
  const Distance high = to_weight(kLastSecond, silent).value_or(kUnreachable);
  bool seconds = true;
  bool days = !options.scale;
  std::optional<Distance> first;
  bool different = false;
  for (const Edge& edge : edges) {
    if (std::abs(edge.weight) == kUnreachable) continue;
    seconds = seconds && edge.weight >= low && edge.weight <= high;
    days = days && is_day(edge.weight);
    if (!seconds && !days) return false;
    different = different || edge.weight != first.value_or(edge.weight);
    first = first.value_or(edge.weight);
  }
  return different;
}

void refuse_moments(const Scanner& scanner, const std::vector<Edge>& edges,
                    const ReadOptions& options, std::string_view column, std::string_view leave,
                    std::string_view take) {
  if (!are_moments(edges, options)) return;
  scanner.refuse_text(
      fmt::format("{} looks like times, as all its numbers are seconds since 1970 or days; {} "
                  "leaves it out, {} takes it for the weight",
                  column, leave, take));
}

}  // namespace apsp::convert
