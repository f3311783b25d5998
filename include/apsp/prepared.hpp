// SPDX-License-Identifier: MIT
/// \file
/// Graphs that are prepared once, for many questions and for weights that change: roads with the
/// traffic of the minute, and distances of pairs without their rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/near.hpp"
#include "apsp/rows.hpp"
#include "apsp/settings.hpp"
#include "apsp/solve.hpp"
#include "apsp/summary.hpp"

#pragma GCC visibility push(default)
namespace apsp {

/// How to prepare a graph.
struct PrepareSettings {
  /// As Settings::threads.
  int threads = 0;

  /// Whether each edge leads both ways.
  bool undirected = false;

  /// An order of elimination that Prepared::order() gave for a graph of the same edges, whatever
  /// their weights: it takes a good part of the time. Any order of all vertices gives the right
  /// distances; one of another graph may take much longer and more memory.
  std::optional<std::vector<std::int32_t>> order = {};
};

/// Paths, one after the other.
struct Paths {
  std::vector<std::int32_t> vertices = {};  ///< of all paths, each from its source on
  std::vector<std::int64_t> offsets = {0};  ///< of each path, and an end: where it begins

  /// Returns the number of paths.
  [[nodiscard]] std::size_t size() const noexcept { return offsets.size() - 1; }

  /// Returns the vertices of path n in [0, size()), both ends included; none: there is no path.
  [[nodiscard]] std::span<const std::int32_t> operator[](std::size_t n) const noexcept {
    return std::span(vertices).subspan(static_cast<std::size_t>(offsets[n]),
                                       static_cast<std::size_t>(offsets[n + 1] - offsets[n]));
  }
};

/// A graph whose edges stay and whose weights change, eliminated along an order that is good for
/// all weights. For graphs with small separators: roads, grids, meshes, near points. One object
/// serves one thread at a time; distances() and paths() may be called by several at once.
///
/// Distances are those of solve(): exact, and the same bytes.
/// Sources: common/sparse/customization.hpp and common/sparse/pair_lengths.hpp of the source tree.
class Prepared {
 public:
  /// Copies the edges, orders and eliminates. Throws InvalidEdge for an edge or a weight that is
  /// not possible: one below 0 is not in a graph of more than 2^23 vertices. Throws NegativeCycle,
  /// and Error: kInput, kUsage for an order that is none, kMemory where the elimination adds more
  /// shortcuts than there is memory for, as in a dense graph. Some microseconds an edge for roads,
  /// and some 100 bytes for each of some 4 V shortcuts.
  explicit Prepared(GraphView graph, const PrepareSettings& settings = {});

  /// Same with the order that save() wrote to `path` for a graph of the same edges in the same
  /// order, whatever their weights, and whether they lead both ways. Throws also Error: kInput for
  /// a file that cannot be read, was cut short, has changed, or is that of another graph or
  /// version, with the place, what was found and what was expected; kUsage where settings.order is
  /// given as well.
  [[nodiscard]] static Prepared load(const std::string& path, GraphView graph,
                                     const PrepareSettings& settings = {});

  ~Prepared();
  /// What is left may only be destroyed or assigned to.
  Prepared(Prepared&&) noexcept;
  /// Likewise.
  Prepared& operator=(Prepared&&) noexcept;

  /// V.
  [[nodiscard]] std::size_t vertices() const noexcept;

  /// The edges as they were given, with the weights of now.
  [[nodiscard]] std::span<const Edge> edges() const noexcept;

  /// The vertices in their order of elimination.
  [[nodiscard]] std::span<const std::int32_t> order() const noexcept;

  /// Writes order() to a file, whole or not at all, with what tells these edges from others: some 4
  /// bytes a vertex. Throws Error(kOutput).
  void save(const std::string& path) const;

  /// Gives all edges these weights, in the order of edges(). Throws InvalidEdge for a weight that
  /// is not possible, NegativeCycle, and Error(kUsage) for another number of weights; then nothing
  /// is changed. After Error(kMemory) all calls throw it until an update of all weights. Some 0.1
  /// microseconds an edge.
  void update(std::span<const Distance> weights);

  /// Gives the edges of these numbers, which count from 0, these weights; of one that comes twice
  /// the last counts. Throws the same, and Error(kUsage) for a number that is none. Mostly some 20
  /// microseconds an edge: from some thousands on, all weights at once take less. Where a weight is
  /// below 0, a look for negative cycles takes some nanoseconds for each shortcut.
  void update(std::span<const std::size_t> edges, std::span<const Distance> weights);

  /// Fills out[n] with the distance from pairs[n].source to its destination; kUnreachable: no path.
  /// No row is made. Throws Error: kUsage for a vertex that is none and for memory of another size,
  /// kNoAnswer for a length that does not lie between -kUnreachable and kUnreachable, kCancelled.
  /// On roads of V = 264,000 some 10 microseconds a pair of a few, 1 to 2 of a million, with
  /// at most an eighth of the memory there is, and 256 MiB a thread.
  void distances(std::span<const Pair> pairs, std::span<Distance> out,
                 Observer* observer = nullptr) const;

  /// Returns a shortest path of each pair: among several the one with the fewest edges, then, from
  /// its end backwards, the smallest vertex. It is the path of Settings::predecessors and hw3-path.
  /// No row is made. Throws the same. The first call after an update of all weights takes some 0.1
  /// microseconds an edge more, and each thread keeps 24 bytes a vertex.
  [[nodiscard]] Paths paths(std::span<const Pair> pairs, Observer* observer = nullptr) const;

  /// solve() of this graph with the weights of now, along its order. Settings::undirected and order
  /// must not be set: the edges lead the ways they were prepared for.
  [[nodiscard]] Distances solve(const Settings& settings = {}) const;

  /// Same, row by row into `sink`.
  void solve(const Settings& settings, RowSink& sink) const;

  /// summary() of this graph, likewise.
  [[nodiscard]] Summary summary(const Settings& settings = {}) const;

  /// solve_near() of this graph with the weights of now, 0 or more. NearSettings::undirected must
  /// not be set.
  void solve_near(const NearSettings& settings, NearSink& sink) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
