// SPDX-License-Identifier: MIT
#include "common/rows/summary.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "common/base/json.hpp"
#include "common/base/parallel_for.hpp"

namespace apsp {
namespace {

/// Returns the counts of the bins that are not empty, and the sums up to their ends.
Json describe(const Histogram& histogram) {
  Json from = Json::array();
  Json pairs = Json::array();
  Json sums = Json::array();
  std::uint64_t cumulative = 0;
  for (std::size_t b = 0; b < Bins::kCount; ++b) {
    const std::uint64_t count = histogram.counts()[b];
    if (count == 0) continue;
    cumulative += count;
    from.push_back(histogram.bins().lower(b));
    pairs.push_back(count);
    sums.push_back(cumulative);
  }
  Json json;
  json["bin_width"] = histogram.bins().width();
  json["from"] = std::move(from);
  json["pairs"] = std::move(pairs);
  json["cumulative"] = std::move(sums);
  return json;
}

Json percentiles(const Histogram& histogram) {
  Json json;
  json["exact"] = histogram.exact();
  json["at_most_too_large"] = histogram.bins().width() - 1;
  for (const unsigned percent : kPercentiles) {
    json[std::to_string(percent)] = histogram.percentile(percent);
  }
  return json;
}

Json names_of(const std::vector<std::size_t>& vertices, const std::vector<std::string>& names) {
  Json json = Json::array();
  for (const std::size_t v : vertices) json.push_back(names[v]);
  return json;
}

/// The text of a member of an object, behind others, whose value is the array of `count` values
/// `value_of(n)`. Threads write parts of it: texts of numbers take longer than all else in a
/// summary.
template <typename ValueOf>
std::string member_text(std::string_view key, std::size_t count, const ValueOf& value_of) {
  constexpr std::size_t kPart = 4096;
  std::vector<std::string> parts((count + kPart - 1) / kPart);
  parallel_for(parts.size(), [&](std::size_t part) {
    Json values = Json::array();
    const std::size_t end = std::min(count, (part + 1) * kPart);
    for (std::size_t n = part * kPart; n < end; ++n) values.push_back(value_of(n));
    parts[part] = values.line();
  });
  std::string text = ",\n  " + Json(key).line() + ": [";
  for (const std::string& part : parts) {
    if (text.back() != '[') text += ',';
    text.append(part, 1, part.size() - 2);  // without the brackets
  }
  return text + "]";
}

Json numbers_of(const RowSet& set) {
  Json json = Json::array();
  for (std::size_t n = 0; n < set.size(); ++n) json.push_back(set.source(n));
  return json;
}

}  // namespace

RowsSummary::RowsSummary(RowSet sources, RowSet columns)
    : set(std::move(sources)), targets(std::move(columns)), rows(set.size()) {
  if (targets.all()) return;
  targets_at_.resize(targets.vertices());
  for (std::size_t c = 0; c < targets.size(); ++c) ++targets_at_[targets.source(c)];
}

std::size_t RowsSummary::others(std::size_t row) const {
  return targets.all() ? vertices() - 1 : targets.size() - targets_at_[set.source(row)];
}

std::uint64_t RowsSummary::reachable() const {
  std::uint64_t count = 0;
  for (const RowNumbers& row : rows) count += row.reachable;
  return count;
}

std::uint64_t RowsSummary::unreachable() const {
  std::uint64_t pairs = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) pairs += others(r);
  return pairs - reachable();
}

std::optional<std::int64_t> RowsSummary::sum() const {
  std::int64_t sum = 0;
  for (const RowNumbers& row : rows) {
    if (__builtin_add_overflow(sum, row.sum, &sum)) return std::nullopt;
  }
  return sum;
}

std::optional<double> RowsSummary::mean() const {
  const std::uint64_t pairs = reachable();
  if (pairs == 0) return std::nullopt;
  if (const std::optional<std::int64_t> exact = sum()) {
    return static_cast<double>(*exact) / static_cast<double>(pairs);
  }
  double rounded = 0;
  for (const RowNumbers& row : rows) rounded += static_cast<double>(row.sum);
  return rounded / static_cast<double>(pairs);
}

std::optional<Distance> RowsSummary::eccentricity(std::size_t row) const {
  return rows[row].reachable > 0 ? std::optional(rows[row].largest) : std::nullopt;
}

std::optional<Distance> RowsSummary::diameter() const {
  std::optional<Distance> largest;
  for (std::size_t r = 0; r < rows.size(); ++r) largest = std::max(largest, eccentricity(r));
  return largest;
}

std::optional<Distance> RowsSummary::radius() const {
  std::optional<Distance> least;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::optional<Distance> here = eccentricity(r);
    if (here && (!least || *here < *least)) least = here;
  }
  return least;
}

std::vector<std::size_t> RowsSummary::with(std::optional<Distance> wanted) const {
  std::vector<std::size_t> found;
  for (std::size_t r = 0; wanted && r < rows.size(); ++r) {
    if (eccentricity(r) == wanted) found.push_back(set.source(r));
  }
  if (set.all()) return found;
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<std::size_t> RowsSummary::centre() const {
  return with(radius());
}

std::vector<std::size_t> RowsSummary::periphery() const {
  return with(diameter());
}

std::optional<double> RowsSummary::closeness(std::size_t row) const {
  const RowNumbers& numbers = rows[row];
  if (numbers.reachable == 0 || (numbers.sum == 0 && numbers.largest == 0)) return 0;
  if (numbers.sum <= 0) return std::nullopt;
  const auto reached = static_cast<double>(numbers.reachable);
  return reached / static_cast<double>(numbers.sum) * (reached / static_cast<double>(others(row)));
}

std::string RowsSummary::json(const std::string& source,
                              const std::vector<std::string>& names) const {
  Json json;
  json["source"] = source;
  json["vertices"] = vertices();
  if (!set.all()) json["sources"] = numbers_of(set);
  if (!targets.all()) json["targets"] = numbers_of(targets);
  json["reachable_pairs"] = reachable();
  json["unreachable_pairs"] = unreachable();
  json["sum_of_distances"] = sum();
  json["mean_distance"] = mean();
  json["diameter"] = diameter();
  json["radius"] = radius();
  json["percentiles"] = percentiles(histogram);
  json["centre"] = centre();
  json["periphery"] = periphery();
  if (!names.empty()) {
    json["centre_names"] = names_of(centre(), names);
    json["periphery_names"] = names_of(periphery(), names);
  }
  json["histogram"] = describe(histogram);
  std::string text = json.line_per_member();
  text.resize(text.size() - 2);  // without the end of the object
  text += member_text("eccentricity", rows.size(), [&](std::size_t r) { return eccentricity(r); });
  text += member_text("reached_vertices", rows.size(),
                      [&](std::size_t r) { return rows[r].reachable; });
  text += member_text("sum_to_reached", rows.size(), [&](std::size_t r) { return rows[r].sum; });
  text += member_text("closeness", rows.size(), [&](std::size_t r) { return closeness(r); });
  return text + "\n}\n";
}

}  // namespace apsp
