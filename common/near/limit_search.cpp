// SPDX-License-Identifier: MIT
#include "common/near/limit_search.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "common/base/index.hpp"
#include "common/core/compressed_rows.hpp"

namespace apsp {

bool LimitSearch::serves(const NearProblem& problem) {
  return !problem.nearest && problem.path_vertex == PathVertex::kNone &&
         problem.limit < NearProblem::kNoLimit;
}

LimitSearch::LimitSearch(const NearProblem& problem, const Edges& graph)
    : problem_(problem), search_(graph), distances_(graph.vertices(), kUnreachable) {}

double LimitSearch::seconds_of(std::uint64_t settled, const Edges& graph) {
  const bool equal = graph.equal_weights();
  const double degree = equal ? graph.ends().mean_degree() : graph.arcs().mean_degree();
  const double vertex = equal ? 50e-9 + degree * 1e-9 : 0.1e-6 + degree * 2e-9;
  return static_cast<double>(settled) * vertex;
}

std::uint64_t LimitSearch::bytes_for(const NearProblem& problem, std::size_t searches) {
  const std::size_t vertices = problem.graph.vertices, edges = problem.graph.edges.size();
  const bool equal = problem.graph.smallest_weight == problem.graph.largest_weight;
  const std::uint64_t lists = equal ? compression_bytes<std::int32_t>(vertices, edges)
                                    : compression_bytes<Arc>(vertices, edges);
  return lists +
         searches * (sparse::RowSearch::bytes_for(vertices, equal) + vertices * sizeof(Distance));
}

void LimitSearch::add_row(std::size_t row, NearBatch<Distance>& batch) {
  const std::span<const std::int32_t> reached =
      search_.run(problem_.rows.source(row), distances_.data(), problem_.limit_of(row));
  settled_ += reached.size();
  std::vector<std::int32_t>& all = batch.destinations;
  const std::size_t first = all.size();
  for (const std::int32_t v : reached) {
    if (problem_.targets.has(index(v))) all.push_back(v);
  }
  std::sort(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
  for (std::size_t n = first; n < all.size(); ++n) {
    batch.distances.push_back(distances_[index(all[n])]);
  }
  batch.end_row();
  for (const std::int32_t v : reached) distances_[index(v)] = kUnreachable;
}

}  // namespace apsp
