// SPDX-License-Identifier: MIT
// Columns of the edges of a batch, as a caller has them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "apsp/batch.hpp"

namespace apsp::test {

/// Columns of numbers, each at a distance of its own, with what lies between them.
template <typename Element, typename Index, typename Weight>
class Columns final : public EdgeTable<Element> {
 public:
  Columns(std::span<const BatchEdge<Element>> edges, std::ptrdiff_t index_stride,
          std::ptrdiff_t weight_stride)
      : size_(edges.size()) {
    const std::size_t apart = static_cast<std::size_t>(std::abs(index_stride));
    // Both ends in one array where there is room, as in rows, else one after the other.
    indices_.assign(2 * size_ * apart + 2, Index{-1});
    weights_.assign(size_ * static_cast<std::size_t>(std::abs(weight_stride)) + 1, Weight{77});
    const std::size_t second = apart > 1 ? 1 : size_ * apart;
    columns_.sources = column(indices_, 0, index_stride);
    columns_.destinations = column(indices_, second, index_stride);
    columns_.weights = column(weights_, 0, weight_stride);
    for (std::size_t e = 0; e < size_; ++e) {
      const auto at = static_cast<std::ptrdiff_t>(e);
      set(std::get<Column<Index>>(columns_.sources), at, edges[e].source);
      set(std::get<Column<Index>>(columns_.destinations), at, edges[e].destination);
      set(std::get<Column<Weight>>(columns_.weights), at, edges[e].weight);
    }
  }

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::optional<EdgeColumns<Element>> columns() const override { return columns_; }
  void read(std::size_t first, std::span<BatchEdge<Element>> edges) const override {
    reads += 1;
    for (std::size_t n = 0; n < edges.size(); ++n) {
      edges[n] = {
          static_cast<std::int32_t>(std::get<Column<Index>>(columns_.sources)[first + n]),
          static_cast<std::int32_t>(std::get<Column<Index>>(columns_.destinations)[first + n]),
          static_cast<Element>(std::get<Column<Weight>>(columns_.weights)[first + n])};
    }
  }
  void set_source(std::size_t e, Index vertex) {
    set(std::get<Column<Index>>(columns_.sources), static_cast<std::ptrdiff_t>(e), vertex);
  }

  mutable std::atomic<int> reads = 0;

 private:
  template <typename T>
  Column<T> column(const std::vector<T>& all, std::size_t first, std::ptrdiff_t stride) const {
    const T* start = all.data() + first;
    if (stride < 0 && size_ > 0) start += static_cast<std::ptrdiff_t>(size_ - 1) * -stride;
    return {start, stride};
  }
  template <typename T, typename Value>
  static void set(Column<T> column, std::ptrdiff_t at, Value value) {
    const_cast<T&>(column.first[at * column.stride]) = static_cast<T>(value);
  }

  std::size_t size_;
  std::vector<Index> indices_;
  std::vector<Weight> weights_;
  EdgeColumns<Element> columns_;
};

}  // namespace apsp::test
