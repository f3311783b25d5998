// SPDX-License-Identifier: MIT
#include "common/core/dense_weights.hpp"

#include <algorithm>
#include <atomic>

#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/plural.hpp"
#include "common/base/threads.hpp"
#include "common/core/schedule.hpp"

namespace apsp {
namespace {

constexpr double kAnyWeight = std::numeric_limits<double>::infinity();
constexpr std::size_t kRowsAtOnce = 16;

/// Runs body(row) for every row, in parallel where there are many elements.
template <typename Body>
void for_rows(std::size_t vertices, const Body& body) {
  parallel_for(vertices, body,
               {.threads = is_for_threads(vertices * vertices) ? 0 : 1, .chunk = kRowsAtOnce});
}

/// Runs body(rows, columns) for the squares of a matrix, two of which fit the first cache, in
/// parallel where there are many elements: all of them, or those at and below the diagonal.
template <typename Body>
void for_squares(std::size_t vertices, bool all, const Body& body) {
  constexpr std::size_t kSide = 32;
  const std::size_t squares = (vertices + kSide - 1) / kSide;
  const auto range = [&](std::size_t n) {
    return IndexRange{n * kSide, std::min((n + 1) * kSide, vertices)};
  };
  const auto square_row = [&](std::size_t r) {
    for (std::size_t c = 0; c < (all ? squares : r + 1); ++c) body(range(r), range(c));
  };
  parallel_for(squares, square_row, {.threads = is_for_threads(vertices * vertices) ? 0 : 1});
}

/// Writes the smaller of each two opposite elements.
template <typename Element>
void make_symmetric(const Element* in, std::size_t vertices, Element* out) {
  for_squares(vertices, true, [&](IndexRange rows, IndexRange columns) {
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      for (std::size_t j = columns.begin; j < columns.end; ++j) {
        out[i * vertices + j] = std::min(in[i * vertices + j], in[j * vertices + i]);
      }
    }
  });
}

template <typename Element>
bool is_symmetric(const Element* in, std::size_t vertices) {
  std::atomic<bool> differs = false;
  for_squares(vertices, false, [&](IndexRange rows, IndexRange columns) {
    if (differs.load(std::memory_order_relaxed)) return;
    bool same = true;
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      for (std::size_t j = columns.begin; j < columns.end; ++j) {
        same = same && in[i * vertices + j] == in[j * vertices + i];
      }
    }
    if (!same) differs.store(true, std::memory_order_relaxed);
  });
  return !differs;
}

}  // namespace

void WeightRange::include(const WeightRange& other) {
  least = std::min(least, other.least);
  most = std::max(most, other.most);
  edges += other.edges;
}

bool DenseWeights::complete() const {
  return visit([&](const auto* first) {
    using Element = std::remove_cvref_t<decltype(*first)>;
    std::size_t others = range_.edges;
    for (std::size_t v = 0; v < vertices_; ++v) {
      if (first[v * vertices_ + v] != kNoEdge<Element>) --others;
    }
    return vertices_ == 0 || others == vertices_ * (vertices_ - 1);
  });
}

bool DenseWeights::symmetric() const {
  const std::lock_guard lock(found_->mutex);
  if (!found_->symmetric) {
    found_->symmetric = visit([&](const auto* first) { return is_symmetric(first, vertices_); });
  }
  return *found_->symmetric;
}

DenseWeights DenseWeights::both_ways(std::pmr::memory_resource* memory) const {
  return visit([&](const auto* first) {
    using Element = std::remove_cvref_t<decltype(*first)>;
    const std::size_t elements = vertices_ * vertices_;
    require_memory(elements * sizeof(Element), "a copy of the weights both ways");
    Pages<Element> both(elements, memory);
    make_symmetric(first, vertices_, both.data());
    WeightRange range = range_;  // the largest weight may be gone: it is a bound
    std::vector<std::size_t> counts(vertices_);
    for_rows(vertices_, [&](std::size_t row) {
      const Element* const weights = both.data() + row * vertices_;
      counts[row] = vertices_ - static_cast<std::size_t>(
                                    std::count(weights, weights + vertices_, kNoEdge<Element>));
    });
    range.edges = 0;
    for (const std::size_t count : counts) range.edges += count;
    DenseWeights weights(vertices_, std::move(both), range);
    weights.found_->symmetric = true;
    return weights;
  });
}

std::vector<std::size_t> DenseWeights::begins() const {
  std::vector<std::size_t> begins(vertices_ + 1);
  for_rows(vertices_, [&](std::size_t row) {
    std::size_t edges = 0;
    for_each(row, kAnyWeight, [&](std::size_t, auto) { ++edges; });
    begins[row + 1] = edges;
  });
  for (std::size_t row = 0; row < vertices_; ++row) begins[row + 1] += begins[row];
  return begins;
}

template <typename AnyEdge, typename MakeEdge>
void DenseWeights::list(AnyEdge* edges, const MakeEdge& make_edge) const {
  const std::vector<std::size_t> begin_of = begins();
  for_rows(vertices_, [&](std::size_t row) {
    AnyEdge* next = edges + begin_of[row];
    for_each(row, kAnyWeight, [&](std::size_t column, auto weight) {
      *next++ =
          make_edge(static_cast<std::int32_t>(row), static_cast<std::int32_t>(column), weight);
    });
  });
}

std::span<const Edge> DenseWeights::edges() const {
  const std::lock_guard lock(found_->mutex);
  if (!found_->edges) {
    require_memory(range_.edges * sizeof(Edge), "a list of " + counted(range_.edges, "edge"));
    Pages<Edge> made(range_.edges);
    list(made.data(), [](std::int32_t from, std::int32_t to, auto weight) {
      return Edge{from, to, static_cast<Distance>(weight)};
    });
    found_->edges.emplace(std::move(made));
  }
  return {found_->edges->data(), range_.edges};
}

bool DenseWeights::has_list() const {
  const std::lock_guard lock(found_->mutex);
  return found_->edges.has_value();
}

std::vector<RealEdge> DenseWeights::real_edges(double unit) const {
  require_memory(range_.edges * sizeof(RealEdge), "a list of " + counted(range_.edges, "edge"));
  std::vector<RealEdge> edges(range_.edges);
  list(edges.data(), [&](std::int32_t from, std::int32_t to, auto weight) {
    return RealEdge{from, to, static_cast<double>(weight) * unit};
  });
  return edges;
}

std::size_t Graph::edge_count() const {
  return matrix == nullptr ? edges.size() : matrix->edge_count();
}

bool Graph::symmetric() const {
  return both_ways || (matrix != nullptr && matrix->symmetric());
}

Graph listed(const Graph& graph) {
  Graph list = graph;
  if (graph.matrix == nullptr) return list;
  list.edges = graph.matrix->edges();
  list.matrix = nullptr;
  return list;
}

Problem listed(const Problem& problem) {
  Problem list = problem;
  list.graph = listed(problem.graph);
  return list;
}

}  // namespace apsp
