// SPDX-License-Identifier: MIT
#include "hw3-1/sparse/sweep.hpp"

#include <algorithm>

namespace apsp::cpu {
namespace {

template <typename Element>
std::vector<Element> clipped(std::span<const Distance> weights) {
  std::vector<Element> narrow(weights.size());
  std::transform(weights.begin(), weights.end(), narrow.begin(), [](Distance weight) {
    return static_cast<Element>(std::min<Distance>(weight, kInfinity<Element>));
  });
  return narrow;
}

}  // namespace

template <typename Element>
SweepGraph<Element>::SweepGraph(const Graph& graph, const sparse::EliminationTree& of,
                                const sparse::EliminatedGraph& eliminated,
                                const KernelSet& kernel_set)
    : tree(of),
      rising(clipped<Element>(eliminated.rising)),
      falling(clipped<Element>(eliminated.falling)),
      kernels(kernel_set.lanes<Element>()) {
  if (tree.core_size() > 0) core.emplace(sparse::CoreGraph(graph, tree, eliminated), kernel_set);
}

template <typename Element>
Sweep<Element>::Sweep(const SweepGraph<Element>& graph)
    : graph_(graph),
      rows_(graph.tree.size() * kBatch<Element>),
      infinite_(kBatch<Element>),
      state_(graph.tree.size(), kReached),
      risen_(graph.tree.size(), 0) {
  std::fill_n(infinite_.data(), kBatch<Element>, kInfinity<Element>);
  if (graph.core) crossing_.emplace(*graph.core, graph.kernels);
}

template <typename Element>
std::size_t Sweep<Element>::bytes_for(std::size_t vertices, std::size_t core) {
  return vertices * (kRowBytes + 2 + sizeof(std::int32_t)) + CoreCrossing<Element>::bytes_for(core);
}

template <typename Element>
Pairs<Element> Sweep<Element>::pairs(std::size_t position,
                                     const std::vector<Element>& weights) const {
  const std::size_t begin = graph_.tree.begin[position];
  return {graph_.tree.ups.data() + begin, weights.data() + begin,
          graph_.tree.begin[position + 1] - begin};
}

template <typename Element>
void Sweep<Element>::run(std::span<const std::int32_t> sources) {
  rise(sources);
  if (crossing_) cross_core();
  fall();
  for (const std::int32_t position : ancestors_) risen_[static_cast<std::size_t>(position)] = 0;
}

/// Gives the sources' ancestors and the core their rows: lengths of ways that only rise.
template <typename Element>
void Sweep<Element>::rise(std::span<const std::int32_t> sources) {
  const std::size_t core_begin = graph_.tree.core_begin;
  ancestors_.clear();
  for (std::int32_t position : sources) {
    while (position != sparse::EliminationTree::kRoot) {
      const auto p = static_cast<std::size_t>(position);
      if (risen_[p] != 0 || p >= core_begin) break;
      risen_[p] = 1;
      ancestors_.push_back(position);
      position = graph_.tree.parents[p];
    }
  }
  std::sort(ancestors_.begin(), ancestors_.end());
  for (const std::int32_t position : ancestors_) {
    std::fill_n(rows_.data() + static_cast<std::size_t>(position) * kBatch<Element>,
                kBatch<Element>, kInfinity<Element>);
  }
  std::fill_n(rows_.data() + core_begin * kBatch<Element>,
              graph_.tree.core_size() * kBatch<Element>, kInfinity<Element>);
  for (std::size_t lane = 0; lane < sources.size(); ++lane) {
    rows_.data()[static_cast<std::size_t>(sources[lane]) * kBatch<Element> + lane] = 0;
  }
  for (const std::int32_t position : ancestors_) {
    const auto p = static_cast<std::size_t>(position);
    graph_.kernels.push(row(p), rows_.data(), pairs(p, graph_.rising));
  }
}

/// Whether a way falls here from a position that is reached. All higher positions are done.
template <typename Element>
bool Sweep<Element>::may_be_reached(std::size_t position) const {
  const Pairs<Element> above = pairs(position, graph_.falling);
  for (std::size_t n = 0; n < above.count; ++n) {
    if (above.weights[n] < kInfinity<Element> &&
        state_[static_cast<std::size_t>(above.neighbours[n])] == kReached) {
      return true;
    }
  }
  return false;
}

/// Gives the vertices of the core their distances.
template <typename Element>
void Sweep<Element>::cross_core() {
  const std::size_t begin = graph_.tree.core_begin;
  crossing_->run(rows_.data() + begin * kBatch<Element>);
  for (std::size_t p = begin; p < graph_.tree.size(); ++p) {
    const bool infinite = std::equal(row(p), row(p) + kBatch<Element>, infinite_.data());
    state_[p] = infinite ? kInfinite : kReached;
  }
}

/// Gives every position below the core its distances, from the top down.
template <typename Element>
void Sweep<Element>::fall() {
  for (std::size_t p = graph_.tree.core_begin; p-- > 0;) {
    Element* own = rows_.data() + p * kBatch<Element>;
    if (risen_[p] == 0 && !may_be_reached(p)) {
      if (state_[p] != kInfinite) std::fill_n(own, kBatch<Element>, kInfinity<Element>);
      state_[p] = kInfinite;
      continue;
    }
    state_[p] = kReached;
    graph_.kernels.pull(own, risen_[p] != 0 ? own : infinite_.data(), rows_.data(),
                        pairs(p, graph_.falling));
  }
}

template struct SweepGraph<std::uint8_t>;
template struct SweepGraph<std::uint16_t>;
template struct SweepGraph<std::int32_t>;
template class Sweep<std::uint8_t>;
template class Sweep<std::uint16_t>;
template class Sweep<std::int32_t>;

}  // namespace apsp::cpu
