// SPDX-License-Identifier: MIT
// A recipe made into edges: each edge computed from its number alone, so that any number of threads
// writes the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/core/graph.hpp"
#include "common/io/graph_file.hpp"
#include "tools/generate/permutation.hpp"
#include "tools/generate/purpose.hpp"
#include "tools/generate/recipe.hpp"
#include "tools/generate/topology.hpp"

namespace apsp::generate {

/// The edges of one recipe: those of its kind, then the repeats, the loops and the negative cycle;
/// all of them in random order if it says so. Weights are independent of everything else, but those
/// of Segments, whose lengths are brought to the range of the weights, and those of the cycle.
/// Heights of the vertices then raise and lower them, which changes the length of no cycle.
class Generator {
 public:
  /// Throws Error(kUsage) as make_topology and check_additions do, Error(kMemory) as ScaleFree.
  explicit Generator(const Recipe& recipe);

  [[nodiscard]] std::size_t vertices() const { return vertices_; }
  [[nodiscard]] std::size_t edges() const { return order_.size(); }

  /// Fills in edges [first_edge, first_edge + edges.size()), which must exist. Any thread.
  void fill(std::size_t first_edge, std::span<Edge> edges) const;

 private:
  template <typename Pairs>
  void fill_from(const Pairs& pairs, std::size_t first_edge, std::span<Edge> edges) const;

  /// A vertex has a height in [0, heights_).
  [[nodiscard]] std::int64_t height(std::int32_t vertex) const;

  std::uint64_t vertices_;
  Topology topology_;
  std::uint64_t base_edges_;  // without further ones
  std::uint64_t loops_begin_;
  std::uint64_t cycle_begin_;
  std::uint64_t cycle_;  // edges
  Permutation order_;
  bool shuffle_;
  Key weight_;
  Key repeat_;
  Key loop_;
  Key height_;
  Permutation cycle_vertices_;
  std::int64_t lightest_;
  std::uint64_t weights_;  // how many different ones
  std::uint64_t heights_;  // likewise
};

/// Writes all edges from OpenMP's threads; under 1 MiB of memory each. Does not commit. Throws
/// Error(kOutput) as the writer does.
void write(const Generator& generator, GraphWriter& writer);

}  // namespace apsp::generate
