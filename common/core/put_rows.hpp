// SPDX-License-Identifier: MIT
// The way of rows from a matrix in host memory into a sink.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <span>
#include <vector>

#include "common/base/parallel_for.hpp"
#include "common/core/row_set.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Rows that a thread makes and hands over at once.
inline constexpr std::size_t kRowsAtOnce = 8;

/// Hands the rows of `set` to the sink, in ascending order where it makes rows wait for earlier
/// ones. `widen(vertex, count, out)` writes the rows of `count` vertices from `vertex` on, V
/// distances each. If a row fails, the sink is abandoned at once: other threads may be waiting in
/// it for that row. Takes kRowsAtOnce x V distances a thread.
template <typename Widen>
void put_rows(const RowSet& set, RowSink& rows, const Widen& widen) {
  const std::size_t vertices = set.vertices();
  const auto put = [&](std::vector<Distance>& buffer, std::size_t block) {
    const std::size_t first = block * kRowsAtOnce;
    const std::size_t count = std::min(kRowsAtOnce, set.size() - first);
    try {
      buffer.resize(kRowsAtOnce * vertices);
      if (set.all()) {
        widen(first, count, buffer.data());
      } else {
        for (std::size_t r = 0; r < count; ++r) {
          widen(set.source(first + r), std::size_t{1}, buffer.data() + r * vertices);
        }
      }
      rows.put(first, std::span(buffer).first(count * vertices));
    } catch (...) {
      rows.abandon(std::current_exception());
      throw;
    }
  };
  parallel_for_with<Handout::kMonotonic>((set.size() + kRowsAtOnce - 1) / kRowsAtOnce,
                                         [] { return std::vector<Distance>(); }, put);
}

}  // namespace apsp
