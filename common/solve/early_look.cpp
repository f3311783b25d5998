// SPDX-License-Identifier: MIT
#include "common/solve/early_look.hpp"

#include <omp.h>

#include <cstddef>
#include <utility>

#include "common/base/memory.hpp"
#include "common/solve/chooser.hpp"

namespace apsp {

EarlyLook::EarlyLook(const Problem& problem) {
  constexpr std::size_t kLarge = std::size_t{1} << 18;  // vertices and edges
  constexpr std::size_t kMany = 1024;                   // rows
  const Graph& graph = problem.graph;
  if (graph.matrix != nullptr || graph.vertices + graph.edge_count() < kLarge ||
      problem.rows.size() < kMany || problem.limited() || omp_get_max_threads() == 1 ||
      !has_memory(LongestDistance::bytes_for(graph) + analysis_bytes(graph))) {
    return;
  }
  graph_ = graph;
  if (graph.smallest_weight != graph.largest_weight) begin();
}

void EarlyLook::begin() {
  if (!graph_) return;
  const int threads = omp_get_max_threads();
  coming_ = std::async(std::launch::async, [graph = *std::exchange(graph_, {}), threads] {
    omp_set_num_threads(threads);  // which is the caller's alone
    auto longest = std::make_unique<LongestDistance>(graph);
    (void)longest->search();
    return longest;
  });
}

void EarlyLook::wait() noexcept {
  try {
    if (coming_.valid()) found_ = coming_.get();
  } catch (...) {  // the choice of a width looks itself, and says what fails
  }
}

Distance EarlyLook::seen() noexcept {
  wait();
  return found_ == nullptr ? 0 : found_->bounds().seen;
}

std::unique_ptr<LongestDistance> EarlyLook::take() noexcept {
  wait();
  return std::move(found_);
}

}  // namespace apsp
