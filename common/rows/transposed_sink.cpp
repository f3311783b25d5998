// SPDX-License-Identifier: MIT
#include "common/rows/transposed_sink.hpp"

#include <algorithm>
#include <exception>

#include "common/base/parallel_for.hpp"

namespace apsp {

void TransposedSink::put(std::size_t first_row, std::span<const Distance> rows) {
  const std::size_t vertices = sources_.vertices();
  Distance* out = kept_.data() + first_row * sources_.size();
  for (std::size_t at = 0; at < rows.size(); at += vertices) {
    for (std::size_t s = 0; s < sources_.size(); ++s) *out++ = rows[at + sources_.source(s)];
  }
}

void TransposedSink::put_rows(RowSink& next) const {
  constexpr std::size_t kRows = 16;  // a cache line of each target
  const std::size_t sources = sources_.size();
  const auto put_block = [&](std::vector<Distance>& rows, std::size_t block) {
    const std::size_t first = block * kRows;
    const std::size_t count = std::min(kRows, sources - first);
    try {
      rows.resize(count * targets_);
      for (std::size_t t = 0; t < targets_; ++t) {
        const Distance* const from = kept_.data() + t * sources + first;
        for (std::size_t r = 0; r < count; ++r) rows[r * targets_ + t] = from[r];
      }
      next.put(first, rows);
    } catch (...) {
      next.abandon(std::current_exception());
      throw;
    }
  };
  parallel_for_with<Handout::kMonotonic>((sources + kRows - 1) / kRows,
                                         [] { return std::vector<Distance>(); }, put_block);
}

}  // namespace apsp
