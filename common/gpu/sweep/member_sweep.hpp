// SPDX-License-Identifier: MIT
// The sweeps of one device: the eliminated graph and one batch in its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <optional>
#include <span>
#include <vector>

#include "common/core/graph.hpp"
#include "common/core/longest_distance.hpp"
#include "common/core/row_sink.hpp"
#include "common/core/width_choice.hpp"
#include "common/gpu/dense/staging.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/sweep/batches.hpp"
#include "common/gpu/sweep/core_distances.hpp"
#include "common/gpu/sweep/octave_bins.hpp"
#include "common/gpu/sweep/program.hpp"
#include "common/gpu/sweep/shape.hpp"
#include "common/gpu/sweep/sweep_graph.hpp"
#include "common/gpu/sweep/sweep_kernels.hpp"
#include "common/rows/histogram.hpp"
#include "common/rows/row_gatherer.hpp"
#include "common/solve/backend.hpp"

namespace apsp::gpu {

/// Device memory for one batch in any width.
struct BatchMemory {
  /// `rows` of `steps` steps.
  BatchMemory(std::size_t steps, std::size_t rows, const SweepShape& shape);

  DeviceMemory<std::uint32_t> words;
  DeviceMemory<std::uint32_t> risen;
  DeviceMemory<std::int32_t> sources, rows, lanes;  // see Batch: steps, vertices, lanes
  DeviceMemory<std::int32_t> steps_of_lane;         // those of sources, which leaves out the core's
  DeviceMemory<DeviceRowNumbers> numbers;
};

/// Sweeps in one width, for the device that is current. Every call waits for its work.
template <class Word>
class MemberSweep {
 public:
  /// The sweep graph, `memory` and `ring` outlive it. Sends the eliminated graph; where it has a
  /// core, that is still made beside the core's closure. Columns::kWays: for add_numbers() alone of
  /// what needs a run, where `bounds` hold for the longest distance of all members.
  MemberSweep(const Graph& graph, const SweepGraph& sweep_graph, const SweepShape& shape,
              Columns columns, const LongestBounds& bounds, const std::int32_t* steps_of_vertex,
              BatchMemory& memory, StagingRing& ring);

  /// Closes the core, if there is one, before any run, once. Calls `stop`, which may throw, in
  /// between.
  void close(const std::function<void()>& stop);

  /// Sources of a batch at most.
  [[nodiscard]] std::size_t lanes() const { return shape_.pitch() * Word::kElements; }

  /// Computes the distances from the sources of `batch`, which outlives what is done with it.
  /// with_numbers: for extent() and add_numbers().
  void run(const Batch& batch, bool with_numbers);

  [[nodiscard]] Extent extent() const;

  /// The clipped result with the smallest edge, then the smallest source.
  [[nodiscard]] std::optional<Clipped> first_clipped(const Graph& graph);

  /// Puts the rows in the order of Batch::lanes.
  void put_rows(RowSink& sink);

  /// Stores the numbers of the rows, and counts their distances in `histogram`; with
  /// Columns::kWays add_counts() does that, for all runs since it was called last.
  void add_numbers(std::span<RowNumbers> by_row, Histogram& histogram);
  void add_counts(Histogram& histogram);

  /// Reads from device memory of one fall. After close().
  [[nodiscard]] double reads_from_memory() const { return reads_from_memory_; }

 private:
  void send_program(const SweepProgram& program);
  [[nodiscard]] BatchView view(bool with_numbers) const;
  void fetch_counts();

  const Columns columns_;
  const std::uint32_t window_bins_;
  const std::uint32_t log_copies_;
  SweepShape shape_;
  const std::int32_t* steps_of_vertex_;
  BatchMemory& memory_;
  StagingRing& ring_;
  std::future<SweepProgram> coming_;
  std::optional<CoreDistances<Word>> core_;
  DeviceMemory<Unit> fall_;
  DeviceMemory<RiseStep> rise_;
  DeviceMemory<RiseArc> rise_arcs_;
  DeviceMemory<std::uint32_t> rows_of_kept_;
  DeviceMemory<unsigned long long> counts_;
  ProgramView program_ = {};
  double reads_from_memory_ = 0;
  const Batch* batch_ = nullptr;
  std::vector<DeviceRowNumbers> numbers_;  // of each lane
  OctaveBins bins_;                        // of counts_
  Histogram counted_;                      // in other bins before
  Distance largest_;                       // of all numbers, the least bound at first
  std::uint64_t reachable_ = 0;            // distances of all numbers added
  std::uint64_t sources_ = 0;              // and rows
};

}  // namespace apsp::gpu
