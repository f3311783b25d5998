// SPDX-License-Identifier: MIT
// The one place that checks CUDA's statuses and the operands of launches, and asks for limits.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace apsp::gpu {

/// Throws the fault that `status` stands for, unless it is cudaSuccess. `call` is the request
/// ("copy rows to the host"). Error(kNoDevice): no device, no driver, or one too old for this
/// program; Error(kMemory): out of device memory; Error(kInternal): anything else. The message
/// names the call, the device and CUDA's reason.
void check(cudaError_t status, const char* call);

/// Checks the launch that came last.
void check_launch(const char* kernel);

/// A limit of the current device.
[[nodiscard]] std::size_t limit_of_device(cudaDeviceAttr which);

/// Throws Error(kInternal) with both numbers unless `found`, the size `what` of a launch's operand,
/// is `expected`.
void require_equal(const char* what, std::size_t found, std::size_t expected);

}  // namespace apsp::gpu
