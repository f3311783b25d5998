// SPDX-License-Identifier: MIT
/// \file
/// Matrices that lie in the memory of a GPU, and stay there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "apsp/batch.hpp"
#include "apsp/settings.hpp"

#pragma GCC visibility push(default)
namespace apsp {

/// The type of the elements of a matrix.
enum class Element { kFloat64, kFloat32, kInt64, kInt32, kUint16, kUint8 };

/// V x V weights in the memory of a GPU, as CUDA's allocators or its managed memory give it. A
/// view: it owns nothing. The edge from vertex r to vertex c weighs
/// data[r * row_stride + c * column_stride]. Infinities and NaN are no edges.
struct DeviceWeights {
  const void* data = nullptr;         ///< a whole multiple of the size of an element
  Element element = Element::kInt32;  ///< any
  std::size_t vertices = 0;           ///< V, in [0, 2^31)
  std::ptrdiff_t row_stride = 0;      ///< elements from one row to the next
  std::ptrdiff_t column_stride = 1;   ///< elements from one column to the next

  /// The number that is no edge either, such as 0 in an adjacency matrix, or kUnreachable.
  std::optional<double> no_edge = {};

  bool loops = true;        ///< elements on the diagonal are edges: only negative ones matter
  bool unweighted = false;  ///< every edge weighs 1
};

/// Memory of the same GPU for rows x V distances, row-major without gaps. For solve_on_device() it
/// may overlap the weights.
struct DeviceRows {
  void* data = nullptr;               ///< a whole multiple of the size of an element
  Element element = Element::kInt32;  ///< not kInt64, not kUint8
};

/// Computes the distances from each wanted source on the GPU that holds the weights, by the dense
/// method. Neither matrix is copied to the host. Returns when the rows are filled, and waits for
/// all earlier work of that GPU before it reads the weights. Reentrant.
///
/// No path is infinity in floating-point numbers, kUnreachable in int32, 65535 in uint16. Weights
/// are integers, or integers times one power of two: distances are exact then, those of float32
/// rounded once. Such weights may be negative where V times the largest is below 2^53 of their
/// unit. Into float64 and float32 other weights go too, of 0 or more, and integers whose lengths
/// are not proven to be below kUnreachable; then each addition rounds in the type of the rows:
/// real.hpp has the bound. After any exception the contents of `rows` are undefined.
///
/// Settings: `sources`, `undirected`, `width`, `observer`; `device` is kAuto or kGpu, and `gpus`
/// empty or the number of that GPU. Any other that is set, but `threads`: Error(kUsage). `width` is
/// for weights of 0 or more.
///
/// Takes O(V^3) relaxations, and on the GPU 2 V^2 or 4 V^2 bytes, those of the width, or 8 V^2
/// where weights are negative or round into float64, and less than 1 GiB. Throws Error of these
/// kinds: kUsage for settings, for memory of the host, of two GPUs, or not aligned, and for integer
/// distances of weights that are none. kInput for other negative weights, with the row and column
/// of the first, and where `rows` are of integers, for weights that are no integers below
/// kUnreachable in one unit; solve() takes both from host memory. kNoAnswer for a length that
/// integer `rows` do not hold, or that may reach kUnreachable; NegativeCycle, which names one of
/// its vertices; kMemory; kNoDevice; kCancelled.
void solve_on_device(const DeviceWeights& weights, const Settings& settings,
                     const DeviceRows& rows);

/// B graphs by their matrices of weights in the memory of a GPU. A view: it owns nothing. The edge
/// from vertex r to vertex c of graph g weighs
/// data[g * graph_stride + r * row_stride + c * column_stride] of `weights`.
struct DeviceBatch {
  DeviceWeights weights = {};       ///< the matrix of graph 0; its vertices are N
  std::size_t graphs = 0;           ///< B, in [0, 2^31)
  std::ptrdiff_t graph_stride = 0;  ///< elements from one matrix to the next

  /// B, each in [0, N], in host memory; empty: each graph has N vertices.
  std::span<const std::int32_t> sizes = {};
};

/// Computes the length of the shortest path between all pairs of each graph of a batch, on the GPU
/// that holds the weights, as solve_batch() does. Neither array is copied to the host. Returns when
/// `distances` are filled, and waits for all earlier work of that GPU before it reads the weights.
/// Reentrant.
///
/// Fills B x N x N elements, row-major without gaps: element (g, i, j) is the length from vertex i
/// to vertex j of graph g, 0 where i = j. kNoPath of the element, or `fill`, stands for no path,
/// and beyond the size of graph g. The memory is that of the weights, in the same places by
/// elements of the same size, or overlaps none of it.
///
/// In addition to what DeviceWeights says, integers of kUnreachable and more are no edges, nor is
/// 65535 of uint16; integers beyond 32 bits are refused. Weights may be negative. Those of float64
/// go into float64, those of float32 into float32: Floyd's triple loop over k, i, j, each sum
/// rounded to nearest, with the bits of solve_batch(). Integers go into every element of
/// DeviceRows; lengths are exact then, those of float32 rounded once.
///
/// Settings: `fill`, `zero_is_no_edge`, `observer`, `limit`, `undirected`. The observer is told of
/// solved graphs, and asked between parts of the batch. Any other that is set, but `threads`:
/// Error(kUsage).
///
/// Takes O(size^3) relaxations a graph. The largest graphs whose matrices a multiprocessor holds
/// have some 240 vertices in 32 bits and 170 in 64, fewer on small GPUs. Larger ones take
/// 4 N^2 or 8 N^2 bytes of the GPU, some of them at a time, and as many passes as vertices.
///
/// Throws what concerns the graph of the smallest number: NegativeCycle with one vertex of the
/// cycle; Error(kInput) for a weight, with its row and column; Error(kNoAnswer) for a length that
/// integers do not hold. Throws Error of these kinds, too: kUsage for settings, sizes, elements,
/// and memory of the host, of two GPUs, not aligned, or overlapping; kMemory; kNoDevice;
/// kCancelled. After any exception the contents of `distances` are undefined.
void solve_batch_on_device(const DeviceBatch& graphs, const BatchSettings& settings,
                           const DeviceRows& distances);

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
