// SPDX-License-Identifier: MIT
#include "common/rows/column_sink.hpp"

namespace apsp {

void ColumnSink::put(std::size_t first_row, std::span<const Distance> rows) {
  const std::size_t vertices = targets_.vertices();
  const std::size_t count = vertices == 0 ? 0 : rows.size() / vertices;
  const auto buffer = buffers_.borrow();
  buffer->resize(count * targets_.size());
  Distance* out = buffer->data();
  for (std::size_t r = 0; r < count; ++r) {
    const Distance* const row = rows.data() + r * vertices;
    for (std::size_t c = 0; c < targets_.size(); ++c) *out++ = row[targets_.source(c)];
  }
  next_.put(first_row, *buffer);
}

}  // namespace apsp
