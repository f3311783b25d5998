// SPDX-License-Identifier: MIT
#include "hw3-1/search/label_solve.hpp"

#include <optional>
#include <vector>

#include "hw3-1/kernels/width_dispatch.hpp"
#include "hw3-1/lanes/lane_solve.hpp"
#include "hw3-1/search/label_search.hpp"

namespace apsp::cpu {
namespace {

/// Fills lanes by label correcting, for LaneSolve. Positions are the numbers of the graph.
class LabelWay {
 public:
  template <typename Element>
  using Graph = LabelWeights<Element>;
  template <typename Element>
  using Batch = LabelSearch<Element>;

  LabelWay(const sparse::LabelGraph& graph, const KernelSet& kernels)
      : graph_(graph), kernels_(kernels) {}

  [[nodiscard]] const std::vector<std::int32_t>& positions() const {
    return graph_.numbering.numbers;
  }
  [[nodiscard]] const std::vector<std::int32_t>& vertices() const {
    return graph_.numbering.vertices;
  }

  void begin(const apsp::Graph& /*graph*/) {}

  template <typename Element>
  void make(std::optional<LabelWeights<Element>>& weights, Observer& /*observer*/) const {
    weights.emplace(graph_, kernels_);
  }

 private:
  const sparse::LabelGraph& graph_;
  const KernelSet& kernels_;
};

}  // namespace

std::unique_ptr<Solve> make_label_solve(const sparse::LabelGraph& graph, const KernelSet& kernels,
                                        const Attempt& attempt) {
  return with_element(attempt.width, [&](auto zero) -> std::unique_ptr<Solve> {
    using Element = decltype(zero);
    return std::make_unique<LaneSolve<Element, LabelWay>>(
        LabelWay(graph, kernels), attempt.problem.rows, attempt.longest < kInfinity<Element>);
  });
}

std::uint64_t label_bytes(std::size_t vertices, std::size_t edges, Width width, bool proven,
                          std::size_t threads) {
  return with_element(width, [&](auto zero) -> std::uint64_t {
    using Element = decltype(zero);
    using Wide = std::int32_t;  // for batches that are computed once more
    std::uint64_t weights = LabelWeights<Element>::bytes_for(edges);
    std::uint64_t thread =
        LabelSearch<Element>::bytes_for(vertices) + lane_thread_bytes<Element>(vertices);
    if (!proven) {
      weights += LabelWeights<Wide>::bytes_for(edges);
      thread += LabelSearch<Wide>::bytes_for(vertices);
    }
    return weights + threads * thread;
  });
}

}  // namespace apsp::cpu
