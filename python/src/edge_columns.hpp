// SPDX-License-Identifier: MIT
// Columns of arrays as the edges of a batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "apsp/batch.hpp"
#include "apsp/error.hpp"

namespace apsp::python {

/// Where all edges of a batch belong, as EdgeBatch has it.
struct GraphsOfEdges {
  std::span<const std::int64_t> offsets;
  std::span<const std::int32_t> sizes;

  /// Whether the graph of this edge has such a vertex.
  [[nodiscard]] bool holds(std::size_t edge, std::int64_t vertex) const {
    return vertex >= 0 && vertex < sizes[graph_of(edge)];
  }

  /// Throw InvalidEdge about an edge that names a vertex, or has a weight, beyond 32 bits.
  [[noreturn]] void refuse_vertex(std::size_t edge, const char* end, std::int64_t found) const;
  [[noreturn]] void refuse_weight(std::size_t edge, std::int64_t found) const;

 private:
  [[nodiscard]] std::size_t graph_of(std::size_t edge) const;
  [[nodiscard]] std::string place_of(std::size_t edge) const;
};

/// Three columns as the edges of a batch. Integers of 64 bits become those of 32.
template <typename Element, typename Index, typename Weight>
class ArrayEdges final : public EdgeTable<Element> {
 public:
  ArrayEdges(std::size_t size, Column<Index> sources, Column<Index> destinations,
             Column<Weight> weights, GraphsOfEdges graphs)
      : size_(size),
        sources_(sources),
        destinations_(destinations),
        weights_(weights),
        graphs_(graphs) {}

  [[nodiscard]] std::size_t size() const override { return size_; }

  void read(std::size_t first, std::span<BatchEdge<Element>> edges) const override {
    // Copies, because a compiler without strict aliasing would load members for every edge.
    const Column<Index> sources = sources_.from(first);
    const Column<Index> destinations = destinations_.from(first);
    const Column<Weight> weights = weights_.from(first);
    std::int64_t lost = 0;
    for (std::size_t n = 0; n < edges.size(); ++n) {
      const Index source = sources[n];
      const Index destination = destinations[n];
      const Weight weight = weights[n];
      edges[n] = {static_cast<std::int32_t>(source), static_cast<std::int32_t>(destination),
                  static_cast<Element>(weight)};
      lost |= lost_of(source) | lost_of(destination) | lost_of(weight);
    }
    if (lost != 0) refuse(first, edges.size());
  }

  [[nodiscard]] std::optional<EdgeColumns<Element>> columns() const override {
    return EdgeColumns<Element>{sources_, destinations_, weights_};
  }

 private:
  /// Returns the bits that differ once the number is in the element of an edge.
  template <typename T>
  static std::int64_t lost_of(T number) {
    if constexpr (std::is_same_v<T, std::int64_t>) {
      return number ^ static_cast<std::int32_t>(number);
    } else {
      return 0;
    }
  }
  template <typename T>
  static bool fits(T number) {
    return lost_of(number) == 0;
  }

  /// Throws InvalidEdge about the first of `number` edges that is wrong; one does not fit.
  [[noreturn]] void refuse(std::size_t first, std::size_t number) const {
    for (std::size_t e = first; e < first + number; ++e) {
      if (!graphs_.holds(e, sources_[e])) graphs_.refuse_vertex(e, "source", sources_[e]);
      if (!graphs_.holds(e, destinations_[e])) {
        graphs_.refuse_vertex(e, "destination", destinations_[e]);
      }
      if constexpr (std::is_same_v<Weight, std::int64_t>) {
        if (!fits(weights_[e])) graphs_.refuse_weight(e, weights_[e]);
      }
    }
    throw Error(Fault::kInput, "the edges changed while they were read");
  }

  std::size_t size_;
  Column<Index> sources_;
  Column<Index> destinations_;
  Column<Weight> weights_;
  GraphsOfEdges graphs_;
};

}  // namespace apsp::python
