// SPDX-License-Identifier: MIT
#include "hw3-1/sweep/sweep_solve.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "common/sparse/elimination.hpp"
#include "hw3-1/kernels/width_dispatch.hpp"
#include "hw3-1/lanes/lane_solve.hpp"
#include "hw3-1/sweep/sweep.hpp"

namespace apsp::cpu {
namespace {

/// Fills lanes by elimination and sweeps, for LaneSolve. Positions are those of the tree.
class SweepWay {
 public:
  template <typename Element>
  using Graph = SweepGraph<Element>;
  template <typename Element>
  using Batch = Sweep<Element>;

  SweepWay(const sparse::EliminationTree& tree, const KernelSet& kernels)
      : tree_(tree), kernels_(kernels) {}

  /// The position of each vertex, and the vertex at each.
  [[nodiscard]] const std::vector<std::int32_t>& positions() const { return tree_.positions; }
  [[nodiscard]] const std::vector<std::int32_t>& vertices() const { return tree_.vertices; }

  /// Once, before make(), with the graph of the plan, whose edges outlive this object.
  void begin(const apsp::Graph& graph) {
    graph_ = graph;
    eliminated_ = sparse::eliminate(graph_, tree_);
  }

  template <typename Element>
  void make(std::optional<SweepGraph<Element>>& graph, Observer& observer) const {
    graph.emplace(graph_.edges, tree_, eliminated_, kernels_, observer);
  }

 private:
  const sparse::EliminationTree& tree_;
  const KernelSet& kernels_;
  apsp::Graph graph_;
  sparse::EliminatedGraph eliminated_;
};

}  // namespace

std::unique_ptr<Solve> make_sweep_solve(const sparse::EliminationTree& tree,
                                        const KernelSet& kernels, const Attempt& attempt) {
  return with_element(attempt.width, [&](auto zero) -> std::unique_ptr<Solve> {
    using Element = decltype(zero);
    return std::make_unique<LaneSolve<Element, SweepWay>>(
        SweepWay(tree, kernels), attempt.problem.rows, attempt.longest < kInfinity<Element>);
  });
}

std::size_t sweep_bytes(const sparse::EliminationTree& tree, const KernelSet& kernels, Width width,
                        bool proven, std::size_t threads) {
  return with_element(width, [&](auto zero) {
    using Element = decltype(zero);
    using Wide = std::int32_t;           // for batches that are computed once more
    constexpr std::size_t kOfTree = 8;   // bytes of a pair
    constexpr std::size_t kOfCore = 16;  // likewise, while it is made
    const std::size_t size = tree.size(), core = tree.core_size();
    const std::size_t eliminated =
        tree.ups.size() * (2 * sizeof(Distance) + kOfTree + (core > 0 ? kOfCore : 0));
    std::size_t graphs = SweepGraph<Element>::bytes_for(size, tree.ups.size(), core, kernels);
    std::size_t thread = Sweep<Element>::bytes_for(size, core) + lane_thread_bytes<Element>(size);
    if (!proven) {
      graphs += SweepGraph<Wide>::bytes_for(size, tree.ups.size(), core, kernels);
      thread += Sweep<Wide>::bytes_for(size, core);
    }
    return eliminated + graphs + threads * thread;
  });
}

}  // namespace apsp::cpu
