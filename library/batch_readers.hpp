// SPDX-License-Identifier: MIT
// Readers of batches: one graph after the other becomes a working matrix, checked as it is read.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "apsp/batch.hpp"
#include "common/base/error.hpp"
#include "hw3-1/batch/kernels.hpp"
#include "library/narrow_edges.hpp"

namespace apsp {

template <typename Element>
constexpr bool kIsInteger = std::is_integral_v<Element>;

/// The element that a matrix is filled with: that of the batch, or std::int32_t.
template <typename Element>
using Work = std::conditional_t<kIsInteger<Element>, std::int32_t, Element>;

/// Throws Error(kUsage).
[[noreturn]] void refuse(const std::string& message);

/// Returns a x b x b; throws Error(kUsage) where 64 bits do not hold it.
[[nodiscard]] std::size_t elements_of(std::size_t a, std::size_t b);

/// Throw Error(kUsage) unless each size is one of a graph within `vertices`, there are as many
/// elements as `graphs` matrices have, and the offsets cut `edges` edges into `graphs` parts.
void check_sizes(std::span<const std::int32_t> sizes, std::size_t vertices);
void check_elements(const char* what, std::size_t found, std::size_t graphs, std::size_t vertices);
void check_offsets(std::span<const std::int64_t> offsets, std::size_t graphs, std::size_t edges);

/// Returns where each packed result begins, for sizes that are checked. Throws Error(kUsage) unless
/// the elements of all are `found`.
[[nodiscard]] std::vector<std::size_t> packed_starts(std::span<const std::int32_t> sizes,
                                                     std::size_t found);

/// Returns the range of weights that a message names.
template <typename Element>
std::string expected_weight() {
  if constexpr (!kIsInteger<Element>) return "a number greater than -infinity";
  if constexpr (std::is_same_v<Element, std::uint16_t>) return "0 to 65534";
  return fmt::format("{} to {}", 1 - kUnreachable, kUnreachable - 1);
}

/// Returns whether an edge may have this weight. Infinity is no edge.
template <typename Element>
bool is_weight(Element weight) {
  if constexpr (!kIsInteger<Element>) return weight > -kNoPath<Element>;
  if constexpr (kIsInteger<Element> && std::is_signed_v<Element>) {
    if (weight <= -kUnreachable) return false;
  }
  return weight < kNoPath<Element>;
}

/// The graphs of an EdgeBatch, one at a time.
template <typename Element>
class EdgeReader {
 public:
  EdgeReader(const EdgeBatch<Element>& graphs, const BatchSettings&) : graphs_(graphs) {
    check_sizes(graphs.sizes, graphs.vertices);
    check_offsets(graphs.offsets, graphs.sizes.size(),
                  graphs.table == nullptr ? graphs.edges.size() : graphs.table->size());
    if (graphs.table != nullptr) {
      columns_ = graphs.table->columns();
    } else {
      columns_ = columns_of(graphs.edges);
    }
  }

  [[nodiscard]] std::size_t graphs() const { return graphs_.sizes.size(); }

  /// Fills the working matrix of graph g. Throws InvalidEdge.
  cpu::WeightRange<Work<Element>> load(const cpu::BatchKernels&, std::size_t g, std::size_t n,
                                       Work<Element>* d) const {
    const std::size_t stride = cpu::stride_of<Work<Element>>(n);
    std::fill_n(d, n * stride, kNoPath<Work<Element>>);
    for (std::size_t v = 0; v < n; ++v) d[v * stride + v] = 0;
    Work<Element> least = 0;
    Work<Element> most = 0;
    bool good = true;
    for_each_edge(g, [&](const BatchEdge<Element>& edge) {
      if (!is_vertex(edge.source, n) || !is_vertex(edge.destination, n)) fail(g, n);
      const Work<Element> weight = edge.weight;
      if constexpr (kIsInteger<Element>) {
        least = weight < least ? weight : least;
        most = weight > most ? weight : most;
      } else {
        good &= is_weight(weight);
      }
      Work<Element>& known = d[static_cast<std::size_t>(edge.source) * stride +
                               static_cast<std::size_t>(edge.destination)];
      known = weight < known ? weight : known;
    });
    if constexpr (kIsInteger<Element>) good = least > -kUnreachable && most < kNoPath<Element>;
    if (!good) fail(g, n);
    return {least, most};
  }

  /// Fills the matrix of 16 bits of graph g, and returns its weights' bits as LoadNarrow does:
  /// kNotNarrow also where an edge is wrong.
  std::uint64_t load_narrow(const cpu::BatchKernels& kernels, std::size_t g, std::size_t n,
                            std::uint16_t* d) const {
    const std::size_t stride = cpu::stride_of<std::uint16_t>(n);
    std::fill_n(d, n * stride, cpu::kNarrowInfinity);
    std::uint64_t bits = 0;
    if (columns_) {
      bits = scatter_narrow(kernels, *columns_, begin(g), begin(g + 1), n, d);
    } else {
      for_each_block(g, [&](std::span<const BatchEdge<Element>> edges) {
        bits |= scatter_narrow(kernels, columns_of(edges), 0, edges.size(), n, d);
      });
    }
    for (std::size_t v = 0; v < n; ++v) d[v * stride + v] = 0;
    return bits;
  }

  /// Returns where the edges of graph g lie, if they are rows.
  [[nodiscard]] cpu::Ahead memory(std::size_t g) const {
    if (graphs_.table != nullptr) return {};
    const auto edges = listed(begin(g), begin(g + 1));
    return {edges.data(), edges.size_bytes()};
  }

  /// Returns the edges of graph g, for solve(). Throws InvalidEdge.
  [[nodiscard]] std::vector<Edge> edges(std::size_t g,
                                        std::size_t n) const requires kIsInteger<Element> {
    std::vector<Edge> edges;
    edges.reserve(begin(g + 1) - begin(g));
    for_each_edge(g, [&](const BatchEdge<Element>& edge) {
      if (!is_good(edge, n)) fail(g, n);
      edges.push_back({edge.source, edge.destination, edge.weight});
    });
    return edges;
  }

 private:
  [[nodiscard]] std::size_t begin(std::size_t g) const {
    return static_cast<std::size_t>(graphs_.offsets[g]);
  }
  [[nodiscard]] std::span<const BatchEdge<Element>> listed(std::size_t first,
                                                           std::size_t end) const {
    return graphs_.edges.subspan(first, end - first);
  }

  /// Calls visit(edges) for the edges of graph g, in ascending order, some of them at a time.
  template <typename Visit>
  void for_each_block(std::size_t g, const Visit& visit) const {
    const std::size_t end = begin(g + 1);
    if (graphs_.table == nullptr) return visit(listed(begin(g), end));
    std::array<BatchEdge<Element>, kEdgesAtOnce> some;
    for (std::size_t e = begin(g); e < end; e += kEdgesAtOnce) {
      const auto converted = std::span(some).first(std::min(kEdgesAtOnce, end - e));
      graphs_.table->read(e, converted);
      visit(std::span<const BatchEdge<Element>>(converted));
    }
  }

  /// Calls visit(edge) for each edge of graph g, in ascending order.
  template <typename Visit>
  void for_each_edge(std::size_t g, const Visit& visit) const {
    for_each_block(g, [&](std::span<const BatchEdge<Element>> edges) {
      for (const BatchEdge<Element>& edge : edges) visit(edge);
    });
  }

  static bool is_vertex(std::int32_t number, std::size_t n) {
    return static_cast<std::uint32_t>(number) < n;
  }
  static bool is_good(const BatchEdge<Element>& edge, std::size_t n) {
    return is_vertex(edge.source, n) && is_vertex(edge.destination, n) && is_weight(edge.weight);
  }

  /// Throws InvalidEdge about the first bad edge of graph g.
  [[noreturn]] void fail(std::size_t g, std::size_t n) const {
    std::size_t e = begin(g);
    for_each_edge(g, [&](const BatchEdge<Element>& edge) {
      if (!is_good(edge, n)) fail(g, n, e, edge);
      ++e;
    });
    throw Error(Fault::kInput, fmt::format("graph {}: its edges changed while they were read", g));
  }

  [[noreturn]] void fail(std::size_t g, std::size_t n, std::size_t e,
                         const BatchEdge<Element>& edge) const {
    const std::string place = fmt::format("graph {}, edge {} (its number {})", g, e, e - begin(g));
    if (is_vertex(edge.source, n) && is_vertex(edge.destination, n)) {
      throw InvalidEdge(fmt::format("{}: weight is {}, expected {}", place, edge.weight,
                                    expected_weight<Element>()),
                        e);
    }
    const bool source = !is_vertex(edge.source, n);
    throw InvalidEdge(
        fmt::format("{}: {} is {}, expected {}", place, source ? "source" : "destination",
                    source ? edge.source : edge.destination,
                    n == 0 ? "no edge in a graph of 0 vertices" : fmt::format("0 to {}", n - 1)),
        e);
  }

  const EdgeBatch<Element>& graphs_;
  std::optional<EdgeColumns<Element>> columns_;  // none: the edges are read some at a time
};

/// The graphs of a DenseBatch, one at a time.
template <typename Element>
class DenseReader {
 public:
  DenseReader(const DenseBatch<Element>& graphs, const BatchSettings& settings)
      : graphs_(graphs), absent_(settings.zero_is_no_edge ? Element{0} : kNoPath<Element>) {
    check_sizes(graphs.sizes, graphs.vertices);
    check_elements("weights", graphs.weights.size(), this->graphs(), graphs.vertices);
  }

  [[nodiscard]] std::size_t graphs() const {
    const std::size_t each = elements_of(1, graphs_.vertices);
    if (!graphs_.sizes.empty() || each == 0) return graphs_.sizes.size();
    return graphs_.weights.size() / each;
  }

  /// Fills the working matrix of graph g. Throws Error(kInput).
  cpu::WeightRange<Work<Element>> load(const cpu::BatchKernels& kernels, std::size_t g,
                                       std::size_t n, Work<Element>* d) const {
    const auto kernel = std::get<cpu::Load<Element, Work<Element>>>(kernels.load);
    const cpu::WeightRange<Work<Element>> range =
        kernel(matrix(g), n, graphs_.vertices, absent_, d);
    if (!is_valid(range)) fail(g, n);
    return range;
  }

  /// Fills the matrix of 16 bits of graph g, see LoadNarrow.
  std::uint64_t load_narrow(const cpu::BatchKernels& kernels, std::size_t g, std::size_t n,
                            std::uint16_t* d) const {
    const auto kernel = std::get<cpu::LoadNarrow<Element>>(kernels.load_narrow);
    return kernel(matrix(g), n, graphs_.vertices, absent_, d);
  }

  /// Returns where the matrix of graph g lies.
  [[nodiscard]] cpu::Ahead memory(std::size_t g) const {
    return {matrix(g), graphs_.vertices * graphs_.vertices * sizeof(Element)};
  }

  /// Returns the edges of graph g, for solve(). Throws Error(kInput).
  [[nodiscard]] std::vector<Edge> edges(std::size_t g,
                                        std::size_t n) const requires kIsInteger<Element> {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const Element weight = matrix(g)[i * graphs_.vertices + j];
        if (weight == absent_ || is_no_edge(weight)) continue;
        if (!is_weight(weight)) fail(g, n);
        edges.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j),
                         static_cast<std::int32_t>(weight)});
      }
    }
    return edges;
  }

 private:
  [[nodiscard]] const Element* matrix(std::size_t g) const {
    return graphs_.weights.data() + g * graphs_.vertices * graphs_.vertices;
  }

  static bool is_valid(const cpu::WeightRange<Work<Element>>& range) {
    if constexpr (kIsInteger<Element>) return range.valid && range.least > -kUnreachable;
    return range.valid;
  }

  static bool is_no_edge(Element weight) {
    if constexpr (std::is_same_v<Element, std::int64_t>) {
      if (weight > std::numeric_limits<std::int32_t>::max()) return false;
    }
    return weight >= kNoPath<Element>;
  }

  [[noreturn]] void fail(std::size_t g, std::size_t n) const {
    for (std::size_t x = 0; x < n * n; ++x) {
      const Element weight = matrix(g)[x / n * graphs_.vertices + x % n];
      if (is_weight(weight) || is_no_edge(weight)) continue;
      throw Error(Fault::kInput, fmt::format("graph {}, row {}, column {}: weight is {}, expected "
                                             "{}, or {} for no edge",
                                             g, x / n, x % n, weight, expected_weight<Element>(),
                                             kNoPath<Element>));
    }
    throw Error(Fault::kInput,
                fmt::format("graph {}: its weights changed while they were read", g));
  }

  const DenseBatch<Element>& graphs_;
  Element absent_;
};

}  // namespace apsp
