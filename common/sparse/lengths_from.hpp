// SPDX-License-Identifier: MIT
// The lengths from one vertex to those that are asked for, one after the other.
//
// In an eliminated graph a shortest path rises to a common ancestor of both ends, and falls from
// there. So the length to a position is the least of the best way that only rises to it and, over
// its higher neighbours, the length to them and the edge down. All of these are its ancestors, most
// of which vertices near each other share: each is computed once.
// Source: J. Dibbelt, B. Strasser and D. Wagner, "Customizable contraction hierarchies", ACM JEA 21
// (2016); the order of the work is that of lazy RPHAST in B. Strasser and T. Zeitz, "A fast and
// tight heuristic for A* in road networks", SEA 2021.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/sparse/elimination.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::sparse {

/// For one thread at a time; several may share the tree, which has no core, and outlives this.
class LengthsFrom {
 public:
  static constexpr std::int64_t kNoPath = std::numeric_limits<std::int64_t>::max();

  explicit LengthsFrom(const EliminationTree& tree);

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return vertices * sizeof(Reached);
  }

  /// Begins at a vertex. `lengths` outlive the calls that follow.
  void restart(const Eliminated<double>& lengths, std::int32_t source);

  /// The length from the source to a vertex; kNoPath: none. Exact as far as 2^53. O(pairs of those
  /// of its ancestors that no call since restart() has looked at).
  [[nodiscard]] std::int64_t operator[](std::size_t vertex);

 private:
  struct Reached {
    double length;  // while not known: by a way that only rises
    bool known;
  };

  const EliminationTree& tree_;
  const Eliminated<double>* lengths_ = nullptr;
  std::vector<Reached> reached_;       // by position
  std::vector<std::int32_t> touched_;  // positions that are not as new
  std::vector<std::int32_t> way_up_;   // positions that are to be known next
};

}  // namespace apsp::sparse
