// SPDX-License-Identifier: MIT
// Solves a batch that lies on a device, for a caller that wants its distances there.
#pragma once

#include "common/core/device_batch.hpp"
#include "common/core/observer.hpp"

namespace apsp::gpu {

/// Solves `problem`, which has graphs and vertices, on the device that holds its memory, and makes
/// that device current. Returns when the distances are filled, or the place that leaves the batch
/// without an answer. Integers are closed in 32 bits where the weights of a graph prove that these
/// suffice, else in doubles, which hold them exactly. Throws Error as solve_batch_on_device().
[[nodiscard]] BatchMisfit solve_batch(const DeviceBatchProblem& problem, Observer& observer);

}  // namespace apsp::gpu
