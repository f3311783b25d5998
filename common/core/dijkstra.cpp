// SPDX-License-Identifier: MIT
#include "common/core/dijkstra.hpp"

namespace apsp {

void Dijkstra::clear() {
  for (const std::int32_t vertex : reached_) lengths_[static_cast<std::size_t>(vertex)] = kNoPath;
}

std::span<const Dijkstra::Length> Dijkstra::row(const CompressedRows<Arc>& arcs,
                                                std::size_t source) {
  clear();
  search(arcs, source, kNoPath, lengths_.data(), queue_, reached_);
  return lengths_;
}

std::span<const Dijkstra::Length> Dijkstra::row(const CompressedRows<Arc>& arcs, std::size_t source,
                                                std::span<const std::int64_t> potentials) {
  clear();
  const auto reduced_from = [=](std::size_t u) {
    return [=, from = potentials[u]](const Arc& arc) {
      return arc.weight + from - potentials[static_cast<std::size_t>(arc.vertex)];
    };
  };
  search_by(reduced_from, arcs, source, kNoPath, lengths_.data(), queue_, reached_);
  return lengths_;
}

}  // namespace apsp
