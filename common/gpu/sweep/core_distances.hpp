// SPDX-License-Identifier: MIT
// The distances between the core of an eliminated graph and all vertices, on one device.
//
// The core is closed as a dense matrix. A way from any other vertex to it begins with a shortcut
// to a higher neighbour. So the matrix grows downwards by the row of every vertex, a level of the
// tree at a time. A batch takes the rows of its sources, transposed: then no way up has to enter
// the core, and ways down begin below it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "common/core/graph.hpp"
#include "common/gpu/dense/staging.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/product/layout.hpp"
#include "common/gpu/sweep/core_kernels.hpp"
#include "common/gpu/sweep/sweep_graph.hpp"

namespace apsp::gpu {

/// In one width, for the device that is current in every call. Needs a core.
template <class Word>
class CoreDistances {
 public:
  /// Sends the core of `graph` and what `sweep_graph` has found, and waits for it. `ring` outlives
  /// it.
  CoreDistances(const Graph& graph, const SweepGraph& sweep_graph, StagingRing& ring);

  /// Closes the core, and makes the rows of all vertices. O(C^3 + fill C) for a core of C vertices.
  /// Waits for the device, and calls `stop`, which may throw, as rounds end.
  void close(const std::function<void()>& stop);

  /// Fills the rows of the core in a batch, `pitch` words each. `steps` (device memory): of each
  /// lane, -1: none. Needs close(). Asynchronous.
  void enter(const std::int32_t* steps, std::uint32_t* batch, std::size_t pitch) const;

  /// Device memory at most, while it is made and afterwards, for a core of `core` of `steps`
  /// vertices and `pairs` of a fill.
  [[nodiscard]] static std::size_t bytes_for(std::size_t steps, std::size_t core,
                                             std::size_t pairs);

 private:
  void scatter(const Graph& graph, const Traversal& traversal);
  [[nodiscard]] CoreLevelsView view() const {
    return {level_rows_.get(), ups_.get(), rising_.get(), falling_.get()};
  }

  StagingRing& ring_;
  Layout layout_;
  DeviceMemory<std::uint32_t> words_;
  std::vector<std::size_t> levels_;
  DeviceMemory<LevelRow> level_rows_;
  DeviceMemory<std::int32_t> ups_;
  DeviceMemory<Distance> rising_, falling_;
};

}  // namespace apsp::gpu
