// SPDX-License-Identifier: MIT
/// \file
/// The binary files of graphs and distances, as the programs read and write them: little-endian
/// int32. A graph is V, E, then source, destination and weight of each edge; distances are rows x V
/// numbers, row-major.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <string>

#include "apsp/graph.hpp"
#include "apsp/rows.hpp"
#include "apsp/solve.hpp"

#pragma GCC visibility push(default)
namespace apsp {

/// Reads a graph file and checks every edge. Throws Error: kInput for a file that is missing,
/// unreadable, too short or too long, or holds a number out of range; kMemory. O(E).
[[nodiscard]] EdgeList read_graph(const std::string& path);

/// Writes a graph file, whole or not at all: a file that is there is replaced at the end. Throws
/// InvalidEdge, Error(kOutput). O(E).
void write_graph(GraphView graph, const std::string& path);

/// Reads a distance file of V x V numbers. Throws Error: kInput for a file that is unreadable or
/// whose size is 4 V^2 for no V; kMemory. The values are not checked. O(V^2). Some rows of a graph
/// may have such a size: their reader must give it.
[[nodiscard]] Distances read_distances(const std::string& path);

/// Reads a distance file of `rows` x `columns` numbers, as DistanceFileSink and --sources write
/// them. Throws Error: kInput for a file of another size; otherwise the same. O(rows x columns).
[[nodiscard]] Distances read_distances(const std::string& path, std::size_t rows,
                                       std::size_t columns);

/// Writes a distance file, whole or not at all. Throws Error(kOutput). O(rows x V).
void write_distances(const Distances& distances, const std::string& path);

/// A sink that is a distance file, for results that memory does not hold. Serves one solve.
class DistanceFileSink final : public RowSink {
 public:
  /// Creates the output under a temporary name and reserves its space: `rows` rows of `vertices`
  /// distances. Throws Error(kOutput).
  DistanceFileSink(const std::string& path, std::size_t rows, std::size_t vertices);
  /// Without commit(): removes the temporary file.
  ~DistanceFileSink() override;
  DistanceFileSink(const DistanceFileSink&) = delete;
  DistanceFileSink& operator=(const DistanceFileSink&) = delete;

  void prepare() override;
  [[nodiscard]] bool in_order() const override;
  void put(std::size_t first_row, std::span<const Distance> rows) override;
  void abandon(const std::exception_ptr& cause) noexcept override;

  /// Gives the file its name, once all rows are put, which is not checked. Throws Error(kOutput).
  void commit();

 private:
  struct Writer;
  std::unique_ptr<Writer> writer_;
};

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
