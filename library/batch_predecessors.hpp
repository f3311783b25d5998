// SPDX-License-Identifier: MIT
// The predecessors of one graph of a batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace apsp {

/// The predecessors of a graph of integers, from its weights and its distances: a search through
/// the edges with d(i,p) + w(p,j) = d(i,j), each of which ends a shortest path. Level by level, the
/// vertices of a level ascending, so that they are those of Settings::predecessors. O(n^2) a row.
class TightSearch {
 public:
  /// Replaces p(i,j), n x n with rows `width` apart, for every path whose length is at most
  /// `longest`; the others get kNoPredecessor. Working matrices of hw3-1/batch/kernels.hpp:
  /// `weights`, and `distances` closed, where numbers beyond `longest` mean no path, and no sum of
  /// one within it and of a missing edge is within it.
  void run(const std::int32_t* weights, const std::int32_t* distances, std::size_t n,
           std::int32_t longest, std::int32_t* p, std::size_t width);

 private:
  std::vector<std::int32_t> wanted_;    // of each vertex that is not found yet, its distance
  std::vector<std::int32_t> frontier_;  // the vertices of a level, then those of the next
  std::vector<std::int32_t> row_;       // the predecessors that are found
};

/// Closes a working matrix by Floyd's triple loop, as Close of hw3-1/batch/kernels.hpp does: the
/// same bits and the same result. Replaces p(i,j), n x n without gaps: where an element falls, by
/// the predecessor on the path that made it fall. O(n^3).
std::size_t close_with_predecessors(float* d, std::size_t n, std::int32_t* p);
std::size_t close_with_predecessors(double* d, std::size_t n, std::int32_t* p);

}  // namespace apsp
