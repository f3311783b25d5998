// SPDX-License-Identifier: MIT
// A device's part of a solve by searches by bits: the graph, the sets, and one group of batches
// after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "common/gpu/dense/staging.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/search/bit_kernels.hpp"
#include "common/rows/row_gatherer.hpp"
#include "common/solve/backend.hpp"
#include "common/sparse/bit_graph.hpp"

namespace apsp::gpu {

/// Belongs to the device that is current when it is made and in every call.
class MemberSearch {
 public:
  /// Makes room for groups of at most `sources` sources, and fewer where `bytes` of device memory
  /// hold fewer; for put_rows() only where `with_rows`. The graph and the ring outlive it. Throws
  /// Error(kMemory) where there is no room for one batch.
  MemberSearch(const sparse::BitGraph& graph, std::size_t sources, bool with_rows,
               std::size_t bytes, StagingRing& ring);

  /// Sources of a group at most.
  [[nodiscard]] std::size_t most_sources() const { return batches_ * kSetSources; }

  /// Searches from `sources`, numbers of vertices in the graph, up to a level. Writes the numbers
  /// of each, levels in place of distances, and adds to pairs[l] how many vertices are at level l >
  /// 0; grows it to the largest level. Calls `stop`, which may throw, once in a while.
  void count(std::span<const std::int32_t> sources, std::uint32_t most_levels,
             const std::function<void()>& stop, std::span<RowNumbers> numbers,
             std::vector<std::uint64_t>& pairs);

  /// Searches likewise, and puts the rows, under the numbers `rows`.
  void put_rows(std::span<const std::int32_t> sources, std::span<const std::int32_t> rows,
                std::uint32_t most_levels, Distance weight, const std::function<void()>& stop,
                RowSink& sink);

  /// Searches likewise. Returns the first edge of which a source reaches the one end up to that
  /// level, but not the other, with the smallest of those sources. `vertices`: sources, in the
  /// input.
  [[nodiscard]] std::optional<Clipped> first_cut_off(std::span<const std::int32_t> sources,
                                                     std::span<const std::int32_t> vertices,
                                                     std::uint32_t most_levels,
                                                     const std::function<void()>& stop,
                                                     const Graph& graph);

 private:
  enum class Keep { kNothing, kCounts, kLevels };

  /// Returns pairs by level.
  std::vector<std::uint64_t> search(std::span<const std::int32_t> sources,
                                    std::uint32_t most_levels, Keep keep,
                                    const std::function<void()>& stop);
  void begin(std::span<const std::int32_t> sources, Keep keep);
  void make_plane(std::uint32_t level);
  [[nodiscard]] std::size_t places() const { return batches_ * vertices_; }
  [[nodiscard]] SourceCounts counts() const;

  /// Levels between two looks of the host.
  static constexpr std::size_t kLevelsAhead = 4;

  std::size_t vertices_;
  std::size_t batches_;
  StagingRing& ring_;
  DeviceMemory<std::uint32_t> begin_;
  DeviceMemory<std::int32_t> ends_;
  DeviceMemory<std::int32_t> numbers_;
  DeviceMemory<std::int32_t> sources_;
  DeviceMemory<std::uint32_t> seen_;
  DeviceMemory<std::uint32_t> fronts_[2];
  DeviceMemory<std::uint32_t> marks_;
  DeviceMemory<std::uint32_t> lists_[2];
  DeviceMemory<uint2> chunks_;
  DeviceMemory<std::uint32_t> source_numbers_[3];  // fresh, reached, largest
  DeviceMemory<unsigned long long> source_levels_;
  DeviceMemory<LevelCounter> counters_;
  PinnedMemory<LevelCounter> looked_at_;
  std::vector<DeviceMemory<std::uint32_t>> plane_memory_;
  LevelPlanes planes_ = {};
  BitView view_ = {};
};

}  // namespace apsp::gpu
