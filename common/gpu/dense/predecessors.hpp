// SPDX-License-Identifier: MIT
// The way of predecessors from a closed matrix on a device into their sink.
#pragma once

#include <cstddef>
#include <span>

#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/staging.hpp"
#include "common/gpu/dense/wanted_rows.hpp"

namespace apsp::gpu {

/// The result of put_predecessors().
struct DevicePredecessors {
  std::size_t rows = 0;       // whose predecessors were put
  double device_seconds = 0;  // of the kernels but for those that write rows
};

/// Makes the predecessors of `rows` on the device that holds them, and puts them into the sink,
/// before the rows themselves are put. Leaves rows to the host where the device has not the memory,
/// where the sink takes rows in order, or where a path has more than kMostPathEdges edges.
/// O((light arcs + P tight arcs) / 32) words a row, for paths of P edges. Throws what the sink
/// throws.
template <class Word>
DevicePredecessors put_predecessors(const MatrixView<Word>& matrix, const WantedRows& rows,
                                    StagingRing& ring, PredecessorRows& sink);

/// Reports what each device of a solve did: the sum of the rows, and the longest time.
void report_predecessors(std::span<const DevicePredecessors> devices, Observer& observer);

}  // namespace apsp::gpu
