// SPDX-License-Identifier: MIT
#include "common/core/dijkstra.hpp"

namespace apsp {

std::span<const Dijkstra::Length> Dijkstra::row(const CompressedRows<Arc>& arcs,
                                                std::size_t source) {
  for (const std::int32_t vertex : reached_) lengths_[static_cast<std::size_t>(vertex)] = kNoPath;
  search(arcs, source, kNoPath, lengths_.data(), queue_, reached_);
  return lengths_;
}

}  // namespace apsp
