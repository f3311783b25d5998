// SPDX-License-Identifier: MIT
#include "hw3-2/streamed/host_matrix.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <utility>
#include <vector>

#include "common/base/parallel_for.hpp"

namespace apsp::gpu {
namespace {

/// Rows that one pass over the edges looks at together: a bit for each.
constexpr std::size_t kBand = 64;

/// The sources by ascending vertex, each once.
std::vector<std::size_t> ascending(const RowSet& rows) {
  std::vector<std::size_t> sources(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) sources[r] = rows.source(r);
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

}  // namespace

template <class Word>
void HostMatrix<Word>::scatter(const Graph& graph) {
  const std::size_t columns = layout_.pitch() * Word::kElements;
  // Each thread makes the pages of its rows.
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < layout_.held_rows(); ++i) {
    std::fill_n(row(i), columns, kInfinity<Element>);
    if (i < layout_.vertices) row(i)[i] = 0;
  }
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const Edge& edge = graph.edges[e];
    const auto weight = static_cast<Element>(std::min<Distance>(edge.weight, kInfinity<Element>));
    const std::atomic_ref<Element> element(
        row(static_cast<std::size_t>(edge.source))[static_cast<std::size_t>(edge.destination)]);
    Element known = element.load(std::memory_order_relaxed);
    while (weight < known &&
           !element.compare_exchange_weak(known, weight, std::memory_order_relaxed)) {
    }
  }
}

template <class Word>
Extent HostMatrix<Word>::extent(const RowSet& rows) const {
  Distance largest = 0;
  bool complete = true;
#pragma omp parallel for schedule(static) reduction(max : largest) reduction(&& : complete)
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Element* const elements = row(rows.source(r));
    Element finite = 0;
    Element all = 0;
    for (std::size_t j = 0; j < layout_.vertices; ++j) {
      all = std::max(all, elements[j]);
      finite = std::max(finite, elements[j] == kInfinity<Element> ? Element{0} : elements[j]);
    }
    largest = std::max<Distance>(largest, finite);
    complete = complete && all != kInfinity<Element>;
  }
  return {largest, complete};
}

template <class Word>
std::optional<Clipped> HostMatrix<Word>::first_clipped(const Graph& graph,
                                                       const RowSet& rows) const {
  const std::vector<std::size_t> sources = ascending(rows);
  std::optional<Clipped> found;
  std::atomic<std::size_t> edges = graph.edges.size();  // those that may still come first
  std::mutex mutex;
  const auto look_at_band = [&](std::vector<std::uint64_t>& finite, std::size_t band) {
    const std::size_t first = band * kBand;
    const std::size_t count = std::min(kBand, sources.size() - first);
    std::fill(finite.begin(), finite.end(), 0);
    for (std::size_t n = 0; n < count; ++n) {
      const Element* const elements = row(sources[first + n]);
      for (std::size_t j = 0; j < layout_.vertices; ++j) {
        finite[j] |= std::uint64_t{elements[j] != kInfinity<Element>} << n;
      }
    }
    for (std::size_t e = 0; e < edges.load(std::memory_order_relaxed); ++e) {
      const std::uint64_t clipped = finite[static_cast<std::size_t>(graph.edges[e].source)] &
                                    ~finite[static_cast<std::size_t>(graph.edges[e].destination)];
      if (clipped == 0) continue;
      const Clipped here{sources[first + static_cast<std::size_t>(std::countr_zero(clipped))], e};
      const std::lock_guard lock(mutex);
      if (!found || std::pair(here.edge, here.row) < std::pair(found->edge, found->row)) {
        found = here;
        edges = here.edge + 1;  // other bands may have a smaller row
      }
      return;
    }
  };
  parallel_for_with((sources.size() + kBand - 1) / kBand,
                    [&] { return std::vector<std::uint64_t>(layout_.vertices); }, look_at_band);
  return found;
}

template <class Word>
void HostMatrix<Word>::widen(std::size_t first, std::size_t count, Distance* rows) const {
  for (std::size_t n = 0; n < count; ++n) {
    const Element* const elements = row(first + n);
    Distance* const out = rows + n * layout_.vertices;
    for (std::size_t j = 0; j < layout_.vertices; ++j) {
      const bool infinite = elements[j] == kInfinity<Element>;
      out[j] = infinite ? kUnreachable : Distance{elements[j]};
    }
  }
}

template class HostMatrix<S32>;
template class HostMatrix<U16x2>;

}  // namespace apsp::gpu
