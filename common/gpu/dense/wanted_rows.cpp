// SPDX-License-Identifier: MIT
#include "common/gpu/dense/wanted_rows.hpp"

#include "common/gpu/device/status.hpp"

namespace apsp::gpu {

WantedRows::WantedRows(const RowSet& rows, const Layout& layout)
    : first_vertex_(layout.first_vertex()), count_(layout.held_vertices()) {
  if (rows.all()) return;
  std::vector<std::uint32_t> held;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::size_t row = rows.source(r) - first_vertex_;  // below the first: wraps around
    if (row >= layout.held_vertices()) continue;
    held.push_back(static_cast<std::uint32_t>(row));
    numbers_.push_back(r);
  }
  count_ = held.size();
  if (held.empty()) return;
  list_ = allocate_device<std::uint32_t>(held.size());
  check(cudaMemcpy(list_.get(), held.data(), held.size() * sizeof(std::uint32_t),
                   cudaMemcpyHostToDevice),
        "copy the numbers of rows");
}

}  // namespace apsp::gpu
