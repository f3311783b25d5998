// SPDX-License-Identifier: MIT
#include "common/sparse/label_graph.hpp"

#include <algorithm>
#include <array>

#include "common/base/index.hpp"
#include "common/base/random.hpp"
#include "common/sparse/end_lists.hpp"
#include "common/sparse/frontier.hpp"

namespace apsp::sparse {
namespace {

CompressedRows<std::int32_t> ends_of(const CompressedRows<Arc>& arcs) {
  CompressedRows<std::int32_t> ends;
  ends.begin = arcs.begin;
  ends.entries.resize(arcs.entries.size());
  std::transform(arcs.entries.begin(), arcs.entries.end(), ends.entries.begin(),
                 [](const Arc& arc) { return arc.vertex; });
  return ends;
}

}  // namespace

LabelGraph::LabelGraph(const CompressedRows<Arc>& arcs) : numbering(ends_of(arcs)) {
  const std::size_t edges = arcs.entries.size();
  begin.reserve(arcs.vertices() + 1);
  begin.push_back(0);
  ends.reserve(edges + kEndsAhead);
  weights.reserve(edges);
  for (const std::int32_t v : numbering.vertices) {
    for (const Arc& arc : arcs.of(index(v))) {
      ends.push_back(numbering.numbers[index(arc.vertex)]);
      weights.push_back(arc.weight);
    }
    begin.push_back(ends.size());
  }
  ends.resize(edges + kEndsAhead);
}

std::uint64_t LabelGraph::bytes_for(std::size_t vertices, std::size_t edges) {
  return Numbering::bytes_for(vertices, edges) + (vertices + 1) * 2 * sizeof(std::size_t) +
         (3 * edges + kEndsAhead) * sizeof(std::int32_t);
}

std::optional<LabelSample> sample_labels(const LabelGraph& graph, double most_arcs) {
  // Of kSources consecutive sources each kApart-th. All of them look at more vertices again: on
  // random graphs, networks, small worlds and near points 1.2 to 1.5 times as many.
  constexpr std::size_t kSources = 16;
  constexpr std::size_t kApart = LabelSample::kSources / kSources;
  constexpr double kMore = 1.3;
  constexpr std::uint64_t kBatches = 2;
  constexpr double kMostRounds = 128;  // of a batch; where there are more, lanes differ too much
  using Row = std::array<std::int32_t, kSources>;
  const std::size_t vertices = graph.numbering.vertices.size();
  const std::size_t sources = graph.numbering.with_edges;
  LabelSample sample;
  if (sources == 0) return sample;
  Row unreached;
  unreached.fill(kUnreachable);
  std::vector<Row> rows(vertices);
  Frontier frontier(vertices);
  const auto follow = [&](std::size_t u) {
    const Row from = rows[u];
    sample.visits += 1;
    sample.arcs += static_cast<double>(graph.begin[u + 1] - graph.begin[u]);
    for (std::size_t e = graph.begin[u]; e < graph.begin[u + 1]; ++e) {
      Row& to = rows[index(graph.ends[e])];
      std::int32_t changed = 0;
      for (std::size_t lane = 0; lane < kSources; ++lane) {
        // Both are at most kUnreachable, so that the sum does not overflow.
        const std::int32_t lower = std::min(to[lane], from[lane] + graph.weights[e]);
        changed |= to[lane] ^ lower;
        to[lane] = lower;
      }
      if (changed != 0) frontier.mark(index(graph.ends[e]));
    }
  };
  const double words = static_cast<double>(vertices) / Frontier::kWord;
  std::uint64_t batches = 0;
  while (batches < kBatches) {
    const LabelSample before = sample;
    std::fill(rows.begin(), rows.end(), unreached);
    const std::uint64_t word = (batches + 1) * SplitMix64::kGamma;  // lie evenly
    const auto first = static_cast<std::size_t>(scale(word, sources));
    for (std::size_t lane = 0; lane < kSources; ++lane) {
      const std::size_t source = (first + lane * kApart) % sources;
      rows[source][lane] = 0;
      frontier.mark(source);
    }
    double rounds = 0;
    bool too_many = false;
    while (!too_many && frontier.round(follow)) {
      sample.rounds += 1;
      too_many = sample.arcs + sample.rounds * words > most_arcs;
      if (++rounds > kMostRounds || (too_many && batches == 0)) return {};
    }
    if (too_many) {
      sample = before;
      break;
    }
    batches += 1;
    sample.reached += static_cast<double>(rows.size()) -
                      static_cast<double>(std::count(rows.begin(), rows.end(), unreached));
  }
  const auto all = static_cast<double>(batches);
  for (double* const number : {&sample.visits, &sample.arcs}) *number *= kMore / all;
  for (double* const number : {&sample.rounds, &sample.reached}) *number /= all;
  sample.share = static_cast<double>(sources) / static_cast<double>(vertices);
  return sample;
}

}  // namespace apsp::sparse
