// SPDX-License-Identifier: MIT
// Searches by bits from one batch of sources after the other. Pushes along the edges that leave the
// frontier or pulls along those that lead to what is open, by the number of edges of each level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/pages.hpp"
#include "common/sparse/bit_graph.hpp"
#include "hw3-1/search/bit_kernels.hpp"

namespace apsp::cpu {

/// The memory of one thread that searches.
class BitSearch {
 public:
  /// Sets of kSetWords[size] words. The graph outlives it.
  BitSearch(const sparse::BitGraph& graph, const BitKernels& kernels, std::size_t size);

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices, std::size_t size);

  /// Sources of a batch at most.
  [[nodiscard]] std::size_t most_sources() const { return words_ * kWordSources; }

  /// The numbers of one source: of the vertices that it reaches, itself left out.
  struct Numbers {
    std::uint64_t levels = 0;   // their sum
    std::uint32_t largest = 0;  // level
    std::uint32_t reached = 0;  // vertices
  };

  /// Searches from `sources`, numbers of vertices, at most most_sources(), up to a level. Writes
  /// the numbers of each source, and adds to pairs[l] how many vertices are at level l > 0, which
  /// grows where it must. Returns the last level at which a vertex is reached.
  std::uint32_t count(std::span<const std::int32_t> sources, std::uint32_t most_levels,
                      std::span<Numbers> numbers, std::vector<std::uint64_t>& pairs);

  /// The same, for the levels of each vertex: those of source n in lane n of the most_sources()
  /// lanes of its number. All lanes hold the largest value of Element beforehand, which stays where
  /// no source reaches a vertex in time. Element: std::uint8_t, std::int32_t. Returns false, with
  /// lanes of any value, where a level is as large as that value.
  template <typename Element>
  [[nodiscard]] bool levels(std::span<const std::int32_t> sources, std::uint32_t most_levels,
                            Element* lanes);

 private:
  void begin(std::span<const std::int32_t> sources);
  void advance(const BitRoutines& routines);
  void open_all();
  void end();
  void keep_largest(std::uint32_t level, std::span<Numbers> numbers);
  void read_counts(std::span<Numbers> numbers);
  [[nodiscard]] bool ends_at(std::uint32_t most_levels) const {
    return level_.frontier_size == 0 || level_.level >= most_levels;
  }

  const sparse::BitGraph& graph_;
  const BitKernels& kernels_;
  std::size_t size_;
  std::size_t words_;
  Pages<std::uint64_t> seen_;
  Pages<std::uint64_t> fronts_[2];
  std::vector<unsigned char> marks_;
  std::vector<std::int32_t> frontier_;
  std::vector<std::int32_t> found_;
  std::vector<std::int32_t> touched_;
  std::vector<std::int32_t> open_;
  Pages<std::uint64_t> few_;  // single sets and planes
  std::uint64_t* sources_;    // a set
  std::uint64_t* alive_;      // a set: the sources that reached a vertex at the last level
  bool opened_ = false;       // open_ holds what this batch may still reach
  BitLevel level_ = {};
  std::uint64_t* now_ = nullptr;   // empty but in the frontier
  std::uint64_t* next_ = nullptr;  // empty
  std::size_t frontier_edges_ = 0;
};

}  // namespace apsp::cpu
