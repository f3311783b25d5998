// SPDX-License-Identifier: MIT
// A CUDA runtime without devices, for tests of the order that the host enqueues. Streams are
// threads that work off their queues, each task after a pause of random length; copies are
// memcpy(). A test that links it in place of the real one finds out whether the events that are
// waited for keep copies from bytes that are still in use. Kernels cannot run.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <functional>

namespace apsp::gpu::test {

/// Sets the seed of the pauses, and has copies pass from now on.
void start_fake_cuda(std::uint32_t seed);

/// Enqueues `task` on `stream`, as a kernel would be.
void enqueue(cudaStream_t stream, std::function<void()> task);

/// Sets what the driver and the runtime say of themselves: 13010 is CUDA 13.1, 0 no driver.
void set_versions(int driver, int runtime);

/// Has the copy number `number` from now on fail, counted from 0.
void fail_copy(int number);

}  // namespace apsp::gpu::test
