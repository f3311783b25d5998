// SPDX-License-Identifier: MIT
// One attempt on a matrix that lies in host memory and streams through the device.
#pragma once

#include <cstdint>
#include <memory>

#include "common/solve/backend.hpp"
#include "hw3-2/streamed/plan.hpp"

namespace apsp::gpu {

/// Needs V > 0, and the elements of the plan's width in `streaming`. Device memory:
/// streaming.bytes(), on the current device, which is current whenever a verb is called. Throws
/// Error(kMemory) where the host lacks streamed_host_bytes().
[[nodiscard]] std::unique_ptr<Solve> make_streamed_solve(const Attempt& attempt,
                                                         const StreamPlan& streaming);

/// Host memory of such an attempt: the matrix, and rows on their way out.
[[nodiscard]] std::uint64_t streamed_host_bytes(const StreamPlan& streaming);

}  // namespace apsp::gpu
