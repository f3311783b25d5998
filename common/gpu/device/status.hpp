// SPDX-License-Identifier: MIT
// Every CUDA status is checked here, and nowhere else.
#pragma once

#include <cuda_runtime.h>

#include <string>

namespace apsp::gpu {

/// Throws what `status` means for the user, unless it is cudaSuccess. `call` is what was asked for
/// ("copy rows to the host"). Error(kNoDevice): no device, or a driver too old for this program;
/// Error(kMemory): out of device memory; Error(kInternal): anything else. The message names the
/// call, the device and CUDA's reason.
void check(cudaError_t status, const char* call);

/// Checks the launch that came last.
void check_launch(const char* kernel);

}  // namespace apsp::gpu
