// SPDX-License-Identifier: MIT
/// \file
/// Many small graphs in one call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <variant>

#include "apsp/graph.hpp"

#pragma GCC visibility push(default)
namespace apsp {

class Observer;

/// The element that stands for no path, and in a dense batch for no edge: kUnreachable for
/// std::int32_t and std::int64_t, 65535 for std::uint16_t, infinity for float and double.
template <typename Element>
requires std::is_floating_point_v<Element> || std::is_same_v<Element, std::int32_t> ||
    std::is_same_v<Element, std::int64_t> || std::is_same_v<Element, std::uint16_t>
inline constexpr Element kNoPath = std::numeric_limits<Element>::infinity();
template <>
inline constexpr std::int32_t kNoPath<std::int32_t> = kUnreachable;
template <>
inline constexpr std::int64_t kNoPath<std::int64_t> = kUnreachable;
template <>
inline constexpr std::uint16_t kNoPath<std::uint16_t> = 65535;

/// One directed edge whose weight is no std::int32_t. An integer weight is less than kNoPath, a
/// floating-point one is a number greater than minus infinity; infinity is no edge.
template <typename Weight>
struct WeightedEdge {
  std::int32_t source;       ///< [0, size of the graph)
  std::int32_t destination;  ///< [0, size of the graph)
  Weight weight;             ///< in the unit of the distances
};

/// The edge of a batch of such elements: Edge for std::int32_t.
template <typename Element>
using BatchEdge =
    std::conditional_t<std::is_same_v<Element, std::int32_t>, Edge, WeightedEdge<Element>>;

/// Numbers in memory, such as a column of an array.
template <typename T>
struct Column {
  const T* first = nullptr;   ///< number 0
  std::ptrdiff_t stride = 1;  ///< elements from one number to the next; 0: all are the first

  /// Number n.
  const T& operator[](std::size_t n) const {
    return first[static_cast<std::ptrdiff_t>(n) * stride];
  }
  /// The numbers from n on.
  [[nodiscard]] Column from(std::size_t n) const { return {&(*this)[n], stride}; }
};

/// Columns of edges: sources, destinations, weights.
template <typename Element>
struct EdgeColumns {
  /// Integers of 32 or 64 bits.
  using Vertices = std::variant<Column<std::int32_t>, Column<std::int64_t>>;
  /// Elements of the batch, or integers of 64 bits.
  using Weights = std::variant<Column<Element>, Column<std::int64_t>>;

  Vertices sources;       ///< [0, size of the graph), as BatchEdge has them
  Vertices destinations;  ///< the same
  Weights weights;        ///< in the unit of the distances
};

/// Edges in a form of the caller's own, such as columns or numbers of 64 bits: they are converted
/// some at a time, as the solver needs them.
template <typename Element>
class EdgeTable {
 public:
  virtual ~EdgeTable() = default;

  /// Returns the number of edges of all graphs.
  [[nodiscard]] virtual std::size_t size() const = 0;

  /// Stores edge number `first` and those after it, as many as `edges` has elements for. Called
  /// from any number of threads at once, for some edges more than once, and always within one
  /// graph. An exception counts for that graph, and solve_batch() throws it again.
  virtual void read(std::size_t first, std::span<BatchEdge<Element>> edges) const = 0;

  /// Returns where the edges lie if they are columns of numbers; the solver may read them there in
  /// place of calling read(), which then names those that are wrong. Asked once for each batch.
  [[nodiscard]] virtual std::optional<EdgeColumns<Element>> columns() const { return {}; }
};

/// B graphs by their edges. A view: it owns nothing.
template <typename Element>
struct EdgeBatch {
  std::size_t vertices = 0;                        ///< N, the rows and columns of each result
  std::span<const BatchEdge<Element>> edges = {};  ///< of all graphs, one graph after the other
  std::span<const std::int64_t> offsets = {};  ///< B + 1: graph g has [offsets[g], offsets[g+1])
  std::span<const std::int32_t> sizes = {};    ///< B, each in [0, N]: the vertices of a graph
  const EdgeTable<Element>* table = nullptr;   ///< if not null, has the edges in place of `edges`
};

/// B graphs by their matrices of weights. A view: it owns nothing. Elements of kNoPath are no
/// edges; integers above it are none either. On the diagonal a weight of 0 or more changes nothing.
/// std::int64_t is for weights that lie in memory so: those beyond 32 bits are refused.
template <typename Element>
struct DenseBatch {
  std::size_t vertices = 0;               ///< N, the rows and columns of each matrix
  std::span<const Element> weights = {};  ///< B x N x N, row-major, from row to column
  std::span<const std::int32_t> sizes =
      {};  ///< B, each in [0, N]; empty: each graph has N vertices
};

/// How to solve a batch.
struct BatchSettings {
  /// The number of threads, in [0, 4096]; 0: OMP_NUM_THREADS, else one for each processor that this
  /// process may use, and fewer for little work. The graphs are shared out among them.
  int threads = 0;

  /// One of instruction_sets(); empty: the first of them.
  std::string instruction_set = {};

  /// The value that stands for no path and beyond a graph's size; nothing: kNoPath. An integer that
  /// the element of the result holds, or for floating point any number, rounded to nearest,
  /// infinity or NaN; others: Error(kUsage). A distance may equal it, and looks the same then.
  std::optional<double> fill = {};

  /// Whether a 0 beside the diagonal of a dense batch is no edge, as in an adjacency matrix.
  bool zero_is_no_edge = false;

  /// Receives the number of solved graphs and of all, at most some hundred times a second from a
  /// thread, and may end the batch; null: no reports. It is asked between graphs, and in graphs of
  /// integers with more than 256 vertices about each round. An exception of it ends the batch,
  /// which throws it again.
  Observer* observer = nullptr;

  /// The largest distance that is wanted, 0 or more, in the unit of the weights; for elements of
  /// floating point rounded to these. A longer one counts as no path, and is no error where the
  /// element does not hold it.
  double limit = std::numeric_limits<double>::infinity();

  /// Whether each edge leads both ways; of two weights between the same vertices, as a matrix has
  /// them, the smaller counts. A negative weight is then a negative cycle.
  bool undirected = false;

  /// Whether graph g has size x size elements of the result in place of N x N. They follow those of
  /// graph g - 1.
  bool packed = false;

  /// Filled with predecessors where it is not empty: as many elements as the distances, in the same
  /// places. Element (g, i, j) is the vertex before j on a shortest path from i; kNoPredecessor: no
  /// path, i = j, or beyond the size of graph g. Of integers those of Settings::predecessors, which
  /// depend on the graph alone. Of floating point those by which Floyd's triple loop found its
  /// lengths, so that the sums along a path round differently. A batch takes some ten times as
  /// long with them.
  std::span<std::int32_t> predecessors = {};
};

/// Computes the length of the shortest path between all pairs of each graph of a batch.
/// Reentrant.
///
/// Fills `distances`, B x N x N elements unless `packed`, row-major: element (g, i, j) is the
/// length from vertex i to vertex j of graph g, 0 where i = j. kNoPath, or `fill`, stands for no
/// path, and in the rows and columns beyond the size of graph g. `distances` must not overlap the
/// input.
///
/// Integer results are exact, whatever the instruction set and the number of threads. Those of
/// floating point are the same for any of them too: Floyd's triple loop over k, i, j, each sum
/// rounded to nearest. Weights may be negative.
///
/// Takes O(size^3) relaxations a graph, in 16 bits where the weights prove that these suffice.
/// Graphs of integers with more than 256 vertices are solved one after the other, as by solve().
///
/// Throws what concerns the graph of the smallest number. InvalidEdge: an edge names a vertex or
/// has a weight out of range; its number counts the edges of all graphs. NegativeCycle: of integers
/// with all its vertices, of floating point with one. Throws Error of these kinds: kUsage for a
/// setting, an offset, a size, or a span of another length than expected. kInput is for a weight of
/// a dense batch, kNoAnswer for a length that the element does not hold, kCancelled for the wish of
/// the observer, and kMemory. After any exception the contents of `distances` are undefined.
void solve_batch(const EdgeBatch<std::int32_t>& graphs, const BatchSettings& settings,
                 std::span<std::int32_t> distances);
/// \overload
void solve_batch(const EdgeBatch<std::uint16_t>& graphs, const BatchSettings& settings,
                 std::span<std::uint16_t> distances);
/// \overload
void solve_batch(const EdgeBatch<float>& graphs, const BatchSettings& settings,
                 std::span<float> distances);
/// \overload
void solve_batch(const EdgeBatch<double>& graphs, const BatchSettings& settings,
                 std::span<double> distances);
/// \overload
void solve_batch(const DenseBatch<std::int32_t>& graphs, const BatchSettings& settings,
                 std::span<std::int32_t> distances);
/// \overload
void solve_batch(const DenseBatch<std::int64_t>& graphs, const BatchSettings& settings,
                 std::span<std::int32_t> distances);
/// \overload
void solve_batch(const DenseBatch<std::uint16_t>& graphs, const BatchSettings& settings,
                 std::span<std::uint16_t> distances);
/// \overload
void solve_batch(const DenseBatch<float>& graphs, const BatchSettings& settings,
                 std::span<float> distances);
/// \overload
void solve_batch(const DenseBatch<double>& graphs, const BatchSettings& settings,
                 std::span<double> distances);

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
