// SPDX-License-Identifier: MIT
#include "hw3-1/search/label_search.hpp"

#include <algorithm>
#include <bit>

#include "common/base/index.hpp"
#include "common/sparse/end_lists.hpp"

namespace apsp::cpu {

static_assert(kNeighboursAhead <= sparse::kEndsAhead);

template <typename Element>
LabelWeights<Element>::LabelWeights(const sparse::LabelGraph& of, const KernelSet& kernel_set)
    : graph(of), weights(of.weights.size()), kernels(kernel_set.lanes<Element>()) {
  std::transform(of.weights.begin(), of.weights.end(), weights.begin(), [](Distance weight) {
    return static_cast<Element>(std::min<Distance>(weight, kInfinity<Element>));
  });
}

template <typename Element>
LabelSearch<Element>::LabelSearch(const LabelWeights<Element>& weights)
    : weights_(weights),
      vertices_(weights.graph.numbering.vertices.size()),
      rows_(vertices_ * kBatch<Element>),
      frontier_(vertices_),
      reached_((vertices_ + sparse::Frontier::kWord - 1) / sparse::Frontier::kWord) {
  std::fill_n(rows_.data(), vertices_ * kBatch<Element>, kInfinity<Element>);
}

/// Makes all rows infinite.
template <typename Element>
void LabelSearch<Element>::clear() {
  for (std::size_t w = 0; w < reached_.size(); ++w) {
    for (; reached_[w] != 0; reached_[w] &= reached_[w] - 1) {
      const std::size_t position =
          w * sparse::Frontier::kWord + static_cast<std::size_t>(std::countr_zero(reached_[w]));
      std::fill_n(rows_.data() + position * kBatch<Element>, kBatch<Element>, kInfinity<Element>);
    }
  }
}

template <typename Element>
void LabelSearch<Element>::run(std::span<const std::int32_t> sources) {
  clear();
  for (std::size_t lane = 0; lane < sources.size(); ++lane) {
    rows_.data()[index(sources[lane]) * kBatch<Element> + lane] = 0;
    frontier_.mark(index(sources[lane]));
  }
  const sparse::LabelGraph& graph = weights_.graph;
  const auto follow = [&](std::size_t p) {
    const std::size_t begin = graph.begin[p];
    weights_.kernels.correct(
        row(p), rows_.data(),
        {graph.ends.data() + begin, weights_.weights.data() + begin, graph.begin[p + 1] - begin},
        frontier_.marks());
  };
  do {
    for (std::size_t w = 0; w < reached_.size(); ++w) reached_[w] |= frontier_.marks()[w];
  } while (frontier_.round(follow));
}

#define APSP_INSTANTIATE(Element)        \
  template struct LabelWeights<Element>; \
  template class LabelSearch<Element>;
APSP_INSTANTIATE(std::uint8_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::int32_t)
#undef APSP_INSTANTIATE

}  // namespace apsp::cpu
