// SPDX-License-Identifier: MIT
// hw3-3's one function: blocked Floyd-Warshall on several CUDA devices of one machine.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "common/graph.hpp"
#include "common/row_sink.hpp"
#include "common/run.hpp"
#include "common/width.hpp"
#include "hw3-3/exchange.hpp"

namespace apsp::gpu {

/// What the user may ask of the devices.
struct Devices {
  static constexpr std::size_t kMost = 8;

  std::vector<int> ids;      // empty: all visible ones, at most kMost; a number may occur twice
  std::size_t required = 1;  // different devices without which the run is refused
  Crossing crossing;
};

/// Several devices, from their start to the last row.
class MultiSolver {
 public:
  MultiSolver();
  ~MultiSolver();
  MultiSolver(const MultiSolver&) = delete;
  MultiSolver& operator=(const MultiSolver&) = delete;

  /// Starts CUDA on the devices on threads of their own. What goes wrong is thrown by solve().
  void start(Devices devices);

  /// Throws Error(kMemory) for a graph that no width makes small enough for the devices. Waits for
  /// the start only if that is in question.
  void admit(const Graph& graph);

  /// Puts all V rows of shortest distances into `rows`. O(V^3) time. Each of G devices holds V^2 /
  /// G elements of the width used, two row panels and less than 256 MiB; less than 128 MiB of host
  /// memory a device, and two row panels where devices cannot reach each other.
  /// Throws Error: kNoDevice, also for fewer different devices than required; kUsage for a number
  /// that is not visible; kMemory before any work if a share does not fit; kNoAnswer for a negative
  /// weight, a length outside the format, or a forced width that cannot be proven exact; kInternal
  /// for a failure of a device, which stops all. Device memory is given back in any case.
  void solve(const Graph& graph, RowSink& rows, Run& run, Arithmetic arithmetic);

 private:
  struct Startup;
  std::unique_ptr<Startup> startup_;
};

}  // namespace apsp::gpu
