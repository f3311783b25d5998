// SPDX-License-Identifier: MIT
#include "library/summary.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "library/call.hpp"

namespace apsp {
namespace {

std::vector<std::int32_t> narrowed(const std::vector<std::size_t>& vertices) {
  return {vertices.begin(), vertices.end()};
}

std::vector<SourceSummary> sources_of(const RowsSummary& summary) {
  std::vector<SourceSummary> sources;
  sources.reserve(summary.rows.size());
  for (std::size_t r = 0; r < summary.rows.size(); ++r) {
    const RowNumbers& row = summary.rows[r];
    sources.push_back({static_cast<std::int32_t>(summary.set.source(r)), row.reachable, row.sum,
                       summary.eccentricity(r), summary.closeness(r)});
  }
  return sources;
}

std::vector<HistogramBin> bins_of(const Histogram& histogram) {
  std::vector<HistogramBin> bins;
  for (std::size_t b = 0; b < Bins::kCount; ++b) {
    const std::uint64_t pairs = histogram.counts()[b];
    if (pairs > 0) bins.push_back({histogram.bins().lower(b), pairs});
  }
  return bins;
}

}  // namespace

Summary published(const RowsSummary& summary) {
  return {.vertices = summary.vertices(),
          .reachable = summary.reachable(),
          .unreachable = summary.unreachable(),
          .sum = summary.sum(),
          .mean = summary.mean(),
          .diameter = summary.diameter(),
          .radius = summary.radius(),
          .centre = narrowed(summary.centre()),
          .periphery = narrowed(summary.periphery()),
          .sources = sources_of(summary),
          .histogram = bins_of(summary.histogram),
          .bin_width = summary.histogram.bins().width()};
}

template <typename AnyGraph>
Summary summarized(const AnyGraph& graph, const Settings& settings) {
  Summary result;
  Settings wanted = settings;
  wanted.summary = &result;
  Call(graph, wanted).run(nullptr);
  return result;
}

template Summary summarized(const GraphView&, const Settings&);
template Summary summarized(const DenseWeights&, const Settings&);

Summary summary(GraphView graph, const Settings& settings) {
  return with_memory_errors([&] { return summarized(graph, settings); });
}

}  // namespace apsp
