// SPDX-License-Identifier: MIT
/// \file
/// Sparse rows: of each source the vertices within a limit, or the nearest ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/real.hpp"

#pragma GCC visibility push(default)
namespace apsp {

class Observer;

/// The vertex of a shortest path that stands beside each distance of a sparse row.
enum class PathVertex {
  kNone,         ///< nothing
  kPredecessor,  ///< the vertex before the destination
  kFirstHop,     ///< the vertex after the source
};

/// Which vertices are near. By default all that a source reaches.
struct NearSettings {
  /// The number of threads, in [0, 4096]; 0: OMP_NUM_THREADS, else one for each processor that this
  /// process may use. Little work takes one.
  int threads = 0;

  /// The vertices whose rows are wanted, each in [0, V), in the order of the rows; one may come
  /// more than once. Nothing: all. Rows of neighbouring vertices one after the other are quicker.
  std::optional<std::vector<std::int32_t>> sources = {};

  /// The vertices that rows may hold, each in [0, V); order and repetition change nothing. Nothing:
  /// all.
  std::optional<std::vector<std::int32_t>> targets = {};

  /// The largest distance of a row, 0 or more, in the unit of the weights. A path of this length
  /// counts.
  double limit = std::numeric_limits<double>::infinity();

  /// The largest distance of each row, as `limit`, which then counts as well. As many as rows, or
  /// none.
  std::span<const double> limits = {};

  /// The number k of vertices of a row beside its source, 0 or more: the nearest of the targets
  /// within the limit; of equally near ones the smallest number. Fewer where fewer are reached.
  /// Nothing: all within the limit.
  std::optional<std::int64_t> nearest = {};

  /// What stands beside each distance. It is of a shortest path with the fewest edges; among
  /// several of these it is the smallest vertex. So it depends on the graph alone, and predecessors
  /// are those of Settings::predecessors. kNoPredecessor for the source itself.
  PathVertex path_vertex = PathVertex::kNone;

  /// Whether each edge leads both ways. Takes 24 bytes more for each edge.
  bool undirected = false;

  /// Receives phases, progress and facts, and may end the call; null: no reports. An exception of
  /// it ends the call, which throws it again.
  Observer* observer = nullptr;
};

/// Consecutive sparse rows, as compressed sparse rows. A view, valid during put() of the sink.
///
/// A row holds its source at distance 0, where that is one of the targets, and counts it as none of
/// the k nearest. It ascends by vertex; with NearSettings::nearest by distance, then by vertex.
template <typename Length>
struct BasicNearRows {
  std::size_t first_row = 0;                         ///< number of the first one
  std::span<const std::int64_t> offsets = {};        ///< rows + 1, from 0: row r has the elements
                                                     ///< [offsets[r], offsets[r + 1]) of the others
  std::span<const std::int32_t> destinations = {};   ///< [0, V)
  std::span<const Length> distances = {};            ///< [0, kUnreachable), or finite
  std::span<const std::int32_t> path_vertices = {};  ///< empty for PathVertex::kNone

  /// Returns the number of rows.
  [[nodiscard]] std::size_t rows() const { return offsets.size() - 1; }
};

using NearRows = BasicNearRows<Distance>;    ///< of integers
using RealNearRows = BasicNearRows<double>;  ///< of weights that are not integers

/// Takes sparse rows in ascending order, each once, from one thread at a time.
template <typename Length>
class BasicNearSink {
 public:
  virtual ~BasicNearSink() = default;

  /// Stores rows, one or more. The data must be copied before the call returns. Other threads go on
  /// with later rows. An exception ends the call, which throws it again.
  virtual void put(const BasicNearRows<Length>& rows) = 0;
};

using NearSink = BasicNearSink<Distance>;    ///< of integers
using RealNearSink = BasicNearSink<double>;  ///< of weights that are not integers

/// Finds the vertices that are near each wanted source and puts them into `sink`. Reentrant.
///
/// The rows are the same for any number of threads. Memory holds those that are on their way to the
/// sink, some million entries or a row for each thread, and 8 to 20 bytes a vertex and thread, on
/// unlucky graphs up to 16 an edge and thread more. Takes O(r log r) for a row whose search reaches
/// r edges within the limit. The k nearest of few targets for many sources are found for all V
/// vertices at once, in some E k (log V + k) and 16 V (k + 1) bytes, four times as many where
/// vertices have many edges. Where so much lies within the limit that whole rows are predicted to
/// come sooner, and neither the nearest nor path vertices are wanted, rows are made by the method
/// of a solve, which takes its time and memory, and what is farther is left out.
///
/// Throws InvalidEdge, and what `sink` and the observer throw. Throws Error of these kinds: kUsage
/// for a setting out of range or a negative weight, kInput for V of 2^31 or more, kMemory,
/// kCancelled. kNoAnswer is for a distance that is wanted, within any limit, and is kUnreachable or
/// more.
void solve_near(GraphView graph, const NearSettings& settings, NearSink& sink);

/// Same for weights that are not integers, by a search from each source. A path is as long as its
/// edges added from the source on, where each addition rounds to nearest. The least such sum is the
/// distance, by which the limit and the nearest go. It differs from the exact distance L by at most
/// V 2^-52 L. A path above the largest finite number is none. Path vertices are of a path all of
/// whose first parts are shortest, of these with the fewest edges, then the smallest vertex.
/// Takes, beside what integers take, 24 bytes an edge; 16 to 20 a vertex and thread.
void solve_near(RealGraphView graph, const NearSettings& settings, RealNearSink& sink);

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
