// SPDX-License-Identifier: MIT
#include "python/src/array_graph.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "apsp/error.hpp"
#include "apsp/files.hpp"
#include "common/base/bit_range.hpp"
#include "common/base/threads.hpp"
#include "python/src/fork.hpp"

namespace apsp::python {
namespace {

constexpr std::size_t kRowsAtOnce = 16;
constexpr std::size_t kEdgesAtOnce = 4096;  // of columns
constexpr Distance kLargestWeight = kUnreachable - 1;

template <typename T>
bool is_finite(T weight) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::abs(weight) <= std::numeric_limits<T>::max();
  } else {
    return true;
  }
}

/// Returns whether the weight is an integer that an edge can have.
template <typename T>
bool is_small_integer(T weight) {
  using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
  const auto wide = static_cast<Wide>(weight);
  return wide <= kLargestWeight && wide >= -kLargestWeight &&
         static_cast<Wide>(static_cast<Distance>(wide)) == wide;
}

/// The entries of compressed rows.
template <typename Index>
class Rows {
 public:
  Rows(std::span<const Index> begins, std::span<const Index> columns,
       std::span<const double> weights, Reading reading)
      : begins_(begins), columns_(columns), weights_(weights), reading_(reading) {}

  [[nodiscard]] std::size_t parts() const { return begins_.size() - 1; }
  [[nodiscard]] std::size_t elements() const { return weights_.size(); }

  /// Visits the edges of a row.
  template <typename Visit>
  void for_each(std::size_t row, const Visit& visit) const {
    for (auto n = static_cast<std::size_t>(begins_[row]);
         n < static_cast<std::size_t>(begins_[row + 1]); ++n) {
      if (is_edge(row, n)) {
        visit(static_cast<std::int32_t>(row), static_cast<std::int32_t>(columns_[n]), weights_[n]);
      }
    }
  }

 private:
  [[nodiscard]] bool is_edge(std::size_t row, std::size_t n) const {
    return is_finite(weights_[n]) &&
           (reading_.loops || static_cast<std::size_t>(columns_[n]) != row);
  }

  std::span<const Index> begins_;
  std::span<const Index> columns_;
  std::span<const double> weights_;
  Reading reading_;
};

/// Edges as columns. A part is a run of them.
class Columns {
 public:
  Columns(std::span<const std::int32_t> sources, std::span<const std::int32_t> destinations,
          std::span<const double> weights)
      : sources_(sources), destinations_(destinations), weights_(weights) {}

  [[nodiscard]] std::size_t parts() const { return (elements() + kEdgesAtOnce - 1) / kEdgesAtOnce; }
  [[nodiscard]] std::size_t elements() const { return weights_.size(); }

  template <typename Visit>
  void for_each(std::size_t part, const Visit& visit) const {
    const std::size_t end = std::min(elements(), (part + 1) * kEdgesAtOnce);
    for (std::size_t n = part * kEdgesAtOnce; n < end; ++n) {
      if (is_finite(weights_[n])) visit(sources_[n], destinations_[n], weights_[n]);
    }
  }

 private:
  std::span<const std::int32_t> sources_;
  std::span<const std::int32_t> destinations_;
  std::span<const double> weights_;
};

/// Returns where the edges of each part begin among all, and their number.
template <typename Source>
std::vector<std::size_t> edge_begins(const Source& source) {
  expect_forks();
  const std::size_t parts = source.parts();
  std::vector<std::size_t> begins(parts + 1);
#pragma omp parallel for schedule(dynamic, kRowsAtOnce) if (is_for_threads(source.elements()))
  for (std::size_t part = 0; part < parts; ++part) {
    std::size_t edges = 0;
    source.for_each(part, [&](std::int32_t, std::int32_t, double) { ++edges; });
    begins[part + 1] = edges;
  }
  for (std::size_t part = 0; part < parts; ++part) begins[part + 1] += begins[part];
  return begins;
}

/// Writes the edges with weights of weight_of(w). Returns whether weight_of() has accepted all.
template <typename Source, typename AnyEdge, typename WeightOf>
bool fill(const Source& source, std::span<const std::size_t> begins, AnyEdge* edges,
          const WeightOf& weight_of) {
  bool good = true;
#pragma omp parallel for schedule(dynamic, kRowsAtOnce) reduction(&& : good) \
    if (is_for_threads(source.elements()))
  for (std::size_t part = 0; part < source.parts(); ++part) {
    AnyEdge* next = edges + begins[part];
    source.for_each(part, [&](std::int32_t from, std::int32_t to, double weight) {
      AnyEdge& edge = *next++;
      edge.source = from;
      edge.destination = to;
      good &= weight_of(weight, edge.weight);
    });
  }
  return good;
}

template <typename Source>
BitRange bit_range(const Source& source) {
  BitRange all;
#pragma omp parallel if (is_for_threads(source.elements()))
  {
    BitRange mine;
#pragma omp for schedule(dynamic, kRowsAtOnce) nowait
    for (std::size_t part = 0; part < source.parts(); ++part) {
      source.for_each(part,
                      [&](std::int32_t, std::int32_t, double weight) { mine.include(weight); });
    }
#pragma omp critical
    all.include(mine);
  }
  return all;
}

/// Whether the first weights are integers times one power of two. If not, neither are all.
template <typename Source>
bool begins_exactly(const Source& source) {
  constexpr std::size_t kFirst = 64;
  BitRange bits;
  for (std::size_t part = 0; part < std::min(source.parts(), kFirst); ++part) {
    source.for_each(part, [&](std::int32_t, std::int32_t, double weight) { bits.include(weight); });
  }
  return bits.unit().has_value();
}

/// Fills in `edges` with integers. Returns the power of two to multiply them by; nothing: there is
/// none.
template <typename Source>
std::optional<int> fill_exactly(const Source& source, std::span<const std::size_t> begins,
                                Edge* edges, bool unweighted) {
  if (unweighted) {
    fill(source, begins, edges, [](auto, Distance& to) { return to = 1, true; });
    return 0;
  }
  const auto integers = [](auto weight, Distance& to) {
    const bool good = is_small_integer(weight);
    to = good ? static_cast<Distance>(weight) : 0;
    return good;
  };
  if (fill(source, begins, edges, integers)) return 0;
  const std::optional<int> exponent = bit_range(source).unit();
  if (!exponent) return {};
  const bool fits = fill(source, begins, edges, [&](auto weight, Distance& to) {
    to = static_cast<Distance>(std::ldexp(static_cast<double>(weight), -*exponent));
    return std::abs(to) <= kLargestWeight;
  });
  return fits ? exponent : std::nullopt;
}

/// Throws Error(kInput) unless the rows follow each other and every column is a vertex.
template <typename Index>
void check_rows(std::span<const Index> begins, std::span<const Index> columns) {
  const std::size_t vertices = begins.size() - 1;
  for (std::size_t row = 0; row < vertices; ++row) {
    if (begins[row] >= 0 && begins[row] <= begins[row + 1] &&
        static_cast<std::size_t>(begins[row + 1]) <= columns.size()) {
      continue;
    }
    throw Error(
        Fault::kInput,
        fmt::format("row {} of the sparse matrix is from {} to {}, expected a range in 0 to {}",
                    row, begins[row], begins[row + 1], columns.size()));
  }
  for (const Index column : columns) {
    if (column >= 0 && static_cast<std::size_t>(column) < vertices) continue;
    throw Error(Fault::kInput, fmt::format("a column of the sparse matrix is {}, expected 0 to {}",
                                           column, vertices - 1));
  }
}

}  // namespace

Edge* ArrayGraph::allocate(std::size_t edges) {
  pages_.emplace(edges);
  edges_ = {pages_->data(), edges};
  return pages_->data();
}

RealEdge* ArrayGraph::allocate_real(std::size_t edges) {
  real_pages_.emplace(edges);
  real_edges_ = {real_pages_->data(), edges};
  return real_pages_->data();
}

template <typename Source>
void ArrayGraph::fill_from(const Source& source, bool unweighted) {
  const std::vector<std::size_t> begins = edge_begins(source);
  if (unweighted || begins_exactly(source)) {
    const auto exponent = fill_exactly(source, begins, allocate(begins.back()), unweighted);
    exact_ = exponent.has_value();
    exponent_ = exponent.value_or(0);
    if (exact_) return;
    pages_.reset();
    edges_ = {};
  }
  exact_ = false;
  fill(source, begins, allocate_real(begins.back()),
       [](auto weight, double& to) { return to = static_cast<double>(weight), true; });
}

ArrayGraph ArrayGraph::from_matrix(WeightMatrix matrix) {
  ArrayGraph graph(matrix.vertices());
  graph.exact_ = matrix.exponent().has_value();
  graph.exponent_ = matrix.exponent().value_or(0);
  graph.matrix_.emplace(std::move(matrix));
  return graph;
}

template <typename Index>
ArrayGraph ArrayGraph::from_rows(std::span<const Index> begins, std::span<const Index> columns,
                                 std::span<const double> weights, Reading reading) {
  check_rows(begins, columns);
  ArrayGraph graph(begins.size() - 1);
  graph.fill_from(Rows<Index>(begins, columns, weights, reading), reading.unweighted);
  return graph;
}

ArrayGraph ArrayGraph::from_columns(std::size_t vertices, std::span<const std::int32_t> sources,
                                    std::span<const std::int32_t> destinations,
                                    std::span<const double> weights) {
  ArrayGraph graph(vertices);
  graph.fill_from(Columns(sources, destinations, weights), false);
  return graph;
}

ArrayGraph ArrayGraph::from_edges(std::size_t vertices, std::span<const Edge> edges) {
  ArrayGraph graph(vertices);
  graph.edges_ = edges;
  graph.borrows_ = true;
  return graph;
}

ArrayGraph ArrayGraph::from_file(const std::string& path) {
  EdgeList list = read_graph(path);
  ArrayGraph graph(list.vertices);
  graph.read_ = std::move(list.edges);
  graph.edges_ = graph.read_;
  return graph;
}

RealEdgeList ArrayGraph::scaled_edges() const {
  if (matrix_) return {vertices_, matrix_->real_edges()};
  const double unit = std::ldexp(1.0, exponent_);
  RealEdgeList list = {vertices_, {}};
  list.edges.reserve(edges_.size());
  for (const Edge& edge : edges_) {
    list.edges.push_back({edge.source, edge.destination, edge.weight * unit});
  }
  return list;
}

bool ArrayGraph::has_negative() const {
  if (matrix_) return matrix_->has_negative();
  const auto below_zero = [](const auto& edge) { return edge.weight < 0; };
  return std::any_of(edges_.begin(), edges_.end(), below_zero) ||
         std::any_of(real_edges_.begin(), real_edges_.end(), below_zero);
}

ArrayGraph ArrayGraph::with_super_source(std::span<const std::int32_t> targets) const {
  ArrayGraph graph(vertices_ + 1);
  graph.exponent_ = exponent_;
  graph.directed_ = directed_;
  graph.exact_ = exact_;
  const auto join = [&](const auto& edges, auto* next) {
    next = std::copy(edges.begin(), edges.end(), next);
    for (const std::int32_t target : targets) {
      *next++ = {static_cast<std::int32_t>(vertices_), target, 0};
    }
  };
  if (exact_) {
    const std::span<const Edge> edges = view().edges;
    join(edges, graph.allocate(edges.size() + targets.size()));
  } else {
    const std::vector<RealEdge> listed = matrix_ ? matrix_->real_edges() : std::vector<RealEdge>();
    const std::span<const RealEdge> edges = matrix_ ? listed : real_edges_;
    join(edges, graph.allocate_real(edges.size() + targets.size()));
  }
  return graph;
}

template ArrayGraph ArrayGraph::from_rows(std::span<const std::int64_t>,
                                          std::span<const std::int64_t>, std::span<const double>,
                                          Reading);
template ArrayGraph ArrayGraph::from_rows(std::span<const std::int32_t>,
                                          std::span<const std::int32_t>, std::span<const double>,
                                          Reading);

}  // namespace apsp::python
