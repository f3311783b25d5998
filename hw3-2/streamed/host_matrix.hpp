// SPDX-License-Identifier: MIT
// The working matrix in host memory, in the layout of the device's. This machine's processors do
// here all that a device does to a matrix of its own, but for the rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/base/pages.hpp"
#include "common/core/row_set.hpp"
#include "common/gpu/product/layout.hpp"
#include "common/gpu/product/word.hpp"
#include "common/solve/backend.hpp"

namespace apsp::gpu {

/// V x V elements and their padding, row-major, on huge pages.
template <class Word>
class HostMatrix {
 public:
  using Element = typename Word::Element;

  explicit HostMatrix(std::size_t vertices)
      : layout_(Layout::whole(vertices, Word::kElements, 1)), words_(layout_.matrix_words()) {}

  [[nodiscard]] const Layout& layout() const { return layout_; }

  /// The words of a row, padding included.
  [[nodiscard]] std::uint32_t* words(std::size_t row) {
    return words_.data() + row * layout_.pitch();
  }
  [[nodiscard]] std::size_t bytes() const { return words_.bytes(); }

  /// Makes every element infinite, 0 on the diagonal of vertices, every edge its smallest weight
  /// clipped to infinity. Needs weights >= 0. O(V^2 + E), parallel.
  void scatter(const Graph& graph);

  /// The largest result below infinity in `rows`, and whether none is infinite. O(V) a row,
  /// parallel.
  [[nodiscard]] Extent extent(const RowSet& rows) const;

  /// The clipped result in `rows` with the smallest edge, then the smallest row; nothing if there
  /// is none. O(V E / 64), parallel; 8 V bytes a thread.
  [[nodiscard]] std::optional<Clipped> first_clipped(const Graph& graph, const RowSet& rows) const;

  /// Writes the rows of `count` vertices from `first` on as V distances each, kUnreachable where an
  /// element is infinite.
  void widen(std::size_t first, std::size_t count, Distance* rows) const;

 private:
  [[nodiscard]] Element* row(std::size_t vertex) {
    return reinterpret_cast<Element*>(words(vertex));
  }
  [[nodiscard]] const Element* row(std::size_t vertex) const {
    return reinterpret_cast<const Element*>(words_.data() + vertex * layout_.pitch());
  }

  Layout layout_;
  Pages<std::uint32_t> words_;
};

}  // namespace apsp::gpu
