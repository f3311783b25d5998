// SPDX-License-Identifier: MIT
// The sink that makes rows of predecessors from rows of distances (--predecessors).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <vector>

#include "common/base/memory.hpp"
#include "common/base/pool.hpp"
#include "common/core/graph.hpp"
#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/core/row_set.hpp"
#include "common/core/row_sink.hpp"
#include "common/rows/predecessors.hpp"

namespace apsp {

/// Finds the predecessors of every row that is put, in the threads that put rows, and puts them
/// into a sink of their own, k x V as the distances. Passes the distances on. See
/// PredecessorSearch.
class PredecessorSink final : public RowSink, public PredecessorRows {
 public:
  /// Distances go on to `next`, or to nowhere if it is null. The sinks and the edges of `graph`
  /// outlive it. Throws Error(kMemory) if there is less memory than bytes_for(), and what
  /// PredecessorGraph throws.
  PredecessorSink(RowSink& predecessors, RowSink* next, const Graph& graph, RowSet rows);
  ~PredecessorSink() override;

  void prepare() override;
  [[nodiscard]] bool in_order() const override;

  /// Rows wait for others, up to 64 in each thread, to be searched together; but not where a sink
  /// takes them in order, nor where there are few. Throws what the sinks throw. The other sink is
  /// then abandoned.
  void put(std::size_t first_row, std::span<const Distance> rows) override;
  void abandon(const std::exception_ptr& cause) noexcept override;

  [[nodiscard]] std::shared_ptr<const CompressedRows<Arc>> arcs_into(
      Distance reach) const override {
    return graph_.arcs_into(reach);
  }
  void put_predecessors(std::size_t row, std::span<const std::int32_t> predecessors) override;

  /// After the last row: searches the rows that still wait, and reports what all searches cost.
  /// Throws what the sink of predecessors throws. Call it once.
  void finish(Observer& observer);

  /// Returns the most bytes that it takes for so many rows by so many threads.
  [[nodiscard]] static std::uint64_t bytes_for(const Graph& graph, std::size_t rows,
                                               std::size_t threads);

 private:
  struct Workspace;

  void take(std::size_t row, std::span<const Distance> distances, Workspace& waiting);
  void search(Workspace& waiting);

  RowSink& predecessors_;
  RowSink* next_;
  RowSet rows_;
  PromisedMemory promised_;
  PredecessorGraph graph_;
  std::vector<std::atomic<unsigned char>> found_;  // 1 for each row whose predecessors were put
  std::atomic<std::int64_t> nanoseconds_ = 0;      // of processors, in searches
  Pool<Workspace> workspaces_;
};

}  // namespace apsp
