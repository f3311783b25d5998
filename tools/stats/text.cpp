// SPDX-License-Identifier: MIT
#include "tools/stats/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "common/base/plural.hpp"
#include "common/base/shown.hpp"
#include "tools/stats/bars.hpp"

namespace apsp::stats {
namespace {

constexpr std::size_t kMostBars = 20;
constexpr std::size_t kLeastBar = 10;   // columns of the longest bar
constexpr std::size_t kMostListed = 5;  // vertices of centre and periphery; --json has all

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

/// Rounded down to hundredths, so that 100 is all.
double whole_percent(std::uint64_t part, std::uint64_t whole) {
  return std::floor(100 * percent(part, whole)) / 100;
}

template <typename Number>
std::string or_none(const std::optional<Number>& number) {
  return number ? fmt::format("{}", *number) : "none";
}

std::string list(const std::vector<std::size_t>& vertices, const std::vector<std::string>& names) {
  if (vertices.empty()) return "none";
  std::string text = vertices.size() == 1 ? "" : fmt::format("{} vertices: ", vertices.size());
  for (std::size_t n = 0; n < std::min(vertices.size(), kMostListed); ++n) {
    if (n > 0) text += ", ";
    const std::size_t v = vertices[n];
    text += names.empty() ? std::to_string(v) : shown(names[v]);
  }
  return text + (vertices.size() > kMostListed ? ", ..." : "");
}

std::string percentiles(const Histogram& histogram) {
  std::string text;
  for (const unsigned p : kPercentiles) {
    text += text.empty() ? "" : ", ";
    text += fmt::format("{} %: {}", p, or_none(histogram.percentile(p)));
  }
  if (!histogram.exact()) {
    text += fmt::format(" (at most {} too large)", histogram.bins().width() - 1);
  }
  return text;
}

std::string chart(const RowsSummary& summary, std::size_t columns) {
  const std::vector<Bar> bars = stats::bars(summary.histogram, kMostBars);
  if (bars.empty()) return "";
  std::vector<std::string> labels;
  std::uint64_t most = 0;
  std::size_t label_width = std::string("distance").size();
  for (const Bar& bar : bars) {
    labels.push_back(bar.first == bar.last ? std::to_string(bar.first)
                                           : fmt::format("{} to {}", bar.first, bar.last));
    label_width = std::max(label_width, labels.back().size());
    most = std::max(most, bar.pairs);
  }
  const std::size_t count_width =
      std::max(std::string("pairs").size(), fmt::format("{}", most).size());
  const std::size_t taken = label_width + count_width + std::string("    cumulative  ").size();
  const std::size_t room = std::max(columns, taken + kLeastBar) - taken;
  std::string text =
      fmt::format("\n{:>{}}  {:>{}}  cumulative\n", "distance", label_width, "pairs", count_width);
  const std::uint64_t all = summary.reachable();
  std::uint64_t below = 0;
  for (std::size_t b = 0; b < bars.size(); ++b) {
    below += bars[b].pairs;
    // Rounded up, so that a single pair can be seen.
    const std::size_t length = (bars[b].pairs * room + most - 1) / most;
    text += fmt::format("{:>{}}  {:>{}}  {:>8.2f} %  {}", labels[b], label_width, bars[b].pairs,
                        count_width, whole_percent(below, all), std::string(length, '#'));
    while (text.back() == ' ') text.pop_back();
    text += '\n';
  }
  return text;
}

}  // namespace

std::string text(const RowsSummary& summary, const std::string& source,
                 const std::vector<std::string>& names, std::size_t columns) {
  const std::uint64_t pairs = summary.reachable() + summary.unreachable();
  const std::string rows =
      summary.set.all() ? "" : fmt::format(" {},", counted(summary.set.size(), "row"));
  const std::string targets =
      summary.targets.all() ? "" : fmt::format(" {},", counted(summary.targets.size(), "column"));
  std::string text = fmt::format("{}: V = {},{}{} {}\n", source, summary.vertices(), rows, targets,
                                 counted(pairs, "ordered pair"));
  const auto line = [&](const std::string& name, const std::string& value) {
    text += fmt::format("  {:<18} {}\n", name, value);
  };
  line("reachable pairs",
       fmt::format("{} ({:.2f} %)", summary.reachable(), percent(summary.reachable(), pairs)));
  line("unreachable pairs", std::to_string(summary.unreachable()));
  const std::optional<double> mean = summary.mean();
  line("mean distance", mean ? fmt::format("{:.6g}", *mean) : "none");
  line("sum of distances",
       summary.sum() ? std::to_string(*summary.sum()) : "more than 64 bits hold");
  line("diameter", or_none(summary.diameter()));
  line("radius", or_none(summary.radius()));
  line("centre", list(summary.centre(), names));
  line("periphery", list(summary.periphery(), names));
  line("percentiles", percentiles(summary.histogram));
  if (summary.unreachable() > 0) {
    std::size_t all = 0;
    for (std::size_t r = 0; r < summary.rows.size(); ++r) {
      all += summary.rows[r].reachable == summary.others(r);
    }
    text += fmt::format(
        "Diameter, radius, centre and periphery are over the vertices that each vertex reaches:\n"
        "{} of {} reach all others.\n",
        all, summary.set.size());
  }
  return text + chart(summary, columns);
}

}  // namespace apsp::stats
