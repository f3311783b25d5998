// SPDX-License-Identifier: MIT
// hw3-2's one function: blocked Floyd-Warshall on one CUDA device.
#pragma once

#include <memory>

#include "common/graph.hpp"
#include "common/row_sink.hpp"
#include "common/run.hpp"
#include "common/width.hpp"

namespace apsp::gpu {

/// One device, from its start to the last row.
class Solver {
 public:
  Solver();
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// Starts CUDA on device `device` on a thread of its own, because that takes a third of a second
  /// in which the input can be read. What goes wrong is thrown by solve().
  void start(int device);

  /// Throws Error(kMemory) for a graph whose matrix no width makes small enough for the device.
  /// Waits for the start only if that is in question.
  void admit(const Graph& graph);

  /// Puts all V rows of shortest distances into `rows`. O(V^3) time; V^2 elements of the width used
  /// and less than 256 MiB beside them in device memory; less than 128 MiB of host memory.
  /// Throws Error: kNoDevice; kMemory before any work if the matrix does not fit; kNoAnswer for a
  /// negative weight, a length outside the format, or a forced width that cannot be proven exact;
  /// kInternal for a failure of the device. Device memory is given back in any case.
  void solve(const Graph& graph, RowSink& rows, Run& run, Arithmetic arithmetic);

 private:
  struct Machine;
  struct Startup;
  std::unique_ptr<Startup> startup_;
};

}  // namespace apsp::gpu
