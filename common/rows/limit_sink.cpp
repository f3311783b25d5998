// SPDX-License-Identifier: MIT
#include "common/rows/limit_sink.hpp"

#include <algorithm>

namespace apsp {

void LimitSink::put(std::size_t first_row, std::span<const Distance> rows) {
  bool within = true;
  for (const Distance length : rows) within &= length <= limit_ || length == kUnreachable;
  if (within) return next_.put(first_row, rows);
  const auto buffer = buffers_.borrow();
  buffer->resize(rows.size());
  std::transform(rows.begin(), rows.end(), buffer->begin(),
                 [&](Distance length) { return length <= limit_ ? length : kUnreachable; });
  next_.put(first_row, *buffer);
}

}  // namespace apsp
