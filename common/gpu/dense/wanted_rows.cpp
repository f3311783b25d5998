// SPDX-License-Identifier: MIT
#include "common/gpu/dense/wanted_rows.hpp"

#include "common/gpu/device/send.hpp"

namespace apsp::gpu {

WantedRows::WantedRows(const RowSet& rows, const Layout& layout)
    : all_held_(rows.all()), first_number_(layout.first_vertex()), count_(layout.held_vertices()) {
  if (all_held_) return;
  std::vector<std::uint32_t> held;
  bool in_order = true;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::size_t row = rows.source(r) - layout.first_vertex();  // below it: wraps around
    if (row >= layout.held_vertices()) continue;
    in_order = in_order && row == held.size() && (numbers_.empty() || r == numbers_.back() + 1);
    held.push_back(static_cast<std::uint32_t>(row));
    numbers_.push_back(r);
  }
  if (in_order && held.size() == count_ && count_ > 0) {
    all_held_ = true;
    first_number_ = numbers_.front();
    return;
  }
  count_ = held.size();
  if (held.empty()) return;
  list_ = sent(held, nullptr);
}

}  // namespace apsp::gpu
