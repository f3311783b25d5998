// SPDX-License-Identifier: MIT
#include "hw3-1/sweep/sweep.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "common/base/index.hpp"

namespace apsp::cpu {
namespace {

template <typename Element>
std::vector<Element> clipped(std::span<const sparse::LengthOf<Element>> weights) {
  std::vector<Element> narrow(weights.size());
  std::transform(weights.begin(), weights.end(), narrow.begin(), narrowed<Element>);
  return narrow;
}

/// The core's vertices have the first slots, then there is one for each depth of the tree.
std::vector<std::int32_t> slots_of(const sparse::EliminationTree& tree) {
  std::vector<std::int32_t> slots(tree.size());
  std::iota(slots.begin() + static_cast<std::ptrdiff_t>(tree.core_begin), slots.end(), 0);
  for (std::size_t p = tree.core_begin; p-- > 0;) {
    const std::int32_t parent = tree.parents[p];
    slots[p] = parent == sparse::EliminationTree::kRoot
                   ? static_cast<std::int32_t>(tree.core_size())
                   : slots[index(parent)] + 1;
  }
  return slots;
}

}  // namespace

template <typename Element>
SweepGraph<Element>::SweepGraph(std::span<const sparse::EdgeOf<Element>> edges,
                                const sparse::EliminationTree& of,
                                const sparse::Eliminated<sparse::LengthOf<Element>>& eliminated,
                                const KernelSet& kernel_set, Observer& observer)
    : tree(of),
      rising(clipped<Element>(eliminated.rising)),
      falling(clipped<Element>(eliminated.falling)),
      slots(slots_of(of)),
      up_slots(of.ups.size()),
      kernels(kernel_set.lanes<Element>()) {
  std::transform(tree.ups.begin(), tree.ups.end(), up_slots.begin(),
                 [&](std::int32_t up) { return slots[index(up)]; });
  for (const std::int32_t slot : slots) slot_count = std::max(slot_count, index(slot) + 1);
  if (tree.core_size() > 0) {
    core.emplace(sparse::CoreGraph<sparse::LengthOf<Element>>(edges, tree, eliminated), kernel_set,
                 observer);
  }
}

template <typename Element>
std::size_t SweepGraph<Element>::bytes_for(std::size_t vertices, std::size_t pairs,
                                           std::size_t core, const KernelSet& kernels) {
  return pairs * (2 * sizeof(Element) + sizeof(std::int32_t)) + vertices * sizeof(std::int32_t) +
         (core > 0 ? ClosedCore<Element>::bytes_for(core, kernels) : 0);
}

template <typename Element>
Sweep<Element>::Sweep(const SweepGraph<Element>& graph)
    : graph_(graph),
      rows_(graph.tree.size() * kBatch<Element>),
      slots_(graph.slot_count * kBatch<Element>),
      infinite_(kBatch<Element>),
      state_(graph.slot_count, kReached),
      risen_(graph.tree.size(), 0),
      kept_(graph.tree.size(), kReached) {
  std::fill_n(infinite_.data(), kBatch<Element>, kInfinity<Element>);
  if (graph.core) crossing_.emplace(*graph.core, graph.kernels);
}

template <typename Element>
std::size_t Sweep<Element>::bytes_for(std::size_t vertices, std::size_t core) {
  // Slots at most: one for each vertex.
  return vertices * (2 * kRowBytes + 3 + sizeof(std::int32_t)) +
         CoreCrossing<Element>::bytes_for(core);
}

template <typename Element>
void Sweep<Element>::run(std::span<const std::int32_t> sources) {
  visit(sources, 0, [&](std::size_t p, const Element* found) {
    Element* own = rows_.data() + p * kBatch<Element>;
    if (found != nullptr) {
      std::copy_n(found, kBatch<Element>, own);
    } else if (kept_[p] != kInfinite) {
      std::fill_n(own, kBatch<Element>, kInfinity<Element>);
    }
    kept_[p] = found == nullptr ? kInfinite : kReached;
  });
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
      kept_[p] = kReached;
      ancestors_.push_back(position);
      position = graph_.tree.parents[p];
    }
  }
  std::sort(ancestors_.begin(), ancestors_.end());
  for (const std::int32_t position : ancestors_) {
    std::fill_n(rows_.data() + static_cast<std::size_t>(position) * kBatch<Element>,
                kBatch<Element>, kInfinity<Element>);
  }
  std::fill(kept_.begin() + static_cast<std::ptrdiff_t>(core_begin), kept_.end(), kReached);
  std::fill_n(rows_.data() + core_begin * kBatch<Element>,
              graph_.tree.core_size() * kBatch<Element>, kInfinity<Element>);
  for (std::size_t lane = 0; lane < sources.size(); ++lane) {
    rows_.data()[static_cast<std::size_t>(sources[lane]) * kBatch<Element> + lane] = 0;
  }
  for (const std::int32_t position : ancestors_) {
    const auto p = static_cast<std::size_t>(position);
    const std::size_t begin = graph_.tree.begin[p];
    graph_.kernels.push(row(p), rows_.data(),
                        {graph_.tree.ups.data() + begin, graph_.rising.data() + begin,
                         graph_.tree.begin[p + 1] - begin});
  }
}

/// Gives the vertices of the core their distances, in their slots.
template <typename Element>
void Sweep<Element>::cross_core() {
  if (!crossing_) return;
  const std::size_t core = graph_.tree.core_size();
  Element* rows = rows_.data() + graph_.tree.core_begin * kBatch<Element>;
  crossing_->run(rows);
  std::copy_n(rows, core * kBatch<Element>, slots_.data());
  for (std::size_t n = 0; n < core; ++n, rows += kBatch<Element>) {
    const bool infinite = std::equal(rows, rows + kBatch<Element>, infinite_.data());
    state_[n] = infinite ? kInfinite : kReached;
  }
}

/// Whether a way falls here from a position that is reached. All higher positions are done.
template <typename Element>
bool Sweep<Element>::may_be_reached(Pairs<Element> above) const {
  for (std::size_t n = 0; n < above.count; ++n) {
    if (above.weights[n] < kInfinity<Element> && state_[index(above.neighbours[n])] == kReached) {
      return true;
    }
  }
  return false;
}

/// Returns the distances to a position, or null where no source reaches it. All higher positions
/// are done.
template <typename Element>
const Element* Sweep<Element>::fall(std::size_t position) {
  const std::int32_t number = graph_.slots[position];
  Element* own = slot(number);
  State& state = state_[index(number)];
  if (position >= graph_.tree.core_begin) return state == kReached ? own : nullptr;

  const std::size_t begin = graph_.tree.begin[position];
  const Pairs<Element> above = {graph_.up_slots.data() + begin, graph_.falling.data() + begin,
                                graph_.tree.begin[position + 1] - begin};
  const bool risen = std::exchange(risen_[position], 0) != 0;
  if (!risen && !may_be_reached(above)) {
    if (state != kInfinite) std::fill_n(own, kBatch<Element>, kInfinity<Element>);
    state = kInfinite;
    return nullptr;
  }
  state = kReached;
  graph_.kernels.pull(own, risen ? row(position) : infinite_.data(), slots_.data(), above);
  return own;
}

template struct SweepGraph<std::uint8_t>;
template struct SweepGraph<std::uint16_t>;
template struct SweepGraph<std::int32_t>;
template struct SweepGraph<float>;
template struct SweepGraph<double>;
template class Sweep<std::uint8_t>;
template class Sweep<std::uint16_t>;
template class Sweep<std::int32_t>;
template class Sweep<float>;
template class Sweep<double>;

}  // namespace apsp::cpu
