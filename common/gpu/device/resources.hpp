// SPDX-License-Identifier: MIT
// Owners of CUDA's memory, streams and events. Each belongs to the device that was current when it
// was made. Destructors ignore failures, because they cannot report them.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <memory>
#include <type_traits>

#include "common/gpu/device/status.hpp"

namespace apsp::gpu {

struct FreeDevice {
  void operator()(void* memory) const { (void)cudaFree(memory); }
};
struct FreePinned {
  void operator()(void* memory) const { (void)cudaFreeHost(memory); }
};
struct DestroyStream {
  void operator()(cudaStream_t stream) const { (void)cudaStreamDestroy(stream); }
};
struct DestroyEvent {
  void operator()(cudaEvent_t event) const { (void)cudaEventDestroy(event); }
};

template <typename T>
using DeviceMemory = std::unique_ptr<T[], FreeDevice>;
template <typename T>
using PinnedMemory = std::unique_ptr<T[], FreePinned>;
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, DestroyStream>;
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, DestroyEvent>;

/// Returns `count` elements on the current device, not initialised.
template <typename T>
[[nodiscard]] DeviceMemory<T> allocate_device(std::size_t count) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(T)), "allocate device memory");
  return DeviceMemory<T>(static_cast<T*>(memory));
}

/// Returns `count` elements of host memory that a device reads and writes directly. Slow to make:
/// for small rings alone.
template <typename T>
[[nodiscard]] PinnedMemory<T> allocate_pinned(std::size_t count) {
  void* memory = nullptr;
  check(cudaHostAlloc(&memory, count * sizeof(T), cudaHostAllocPortable), "allocate pinned memory");
  return PinnedMemory<T>(static_cast<T*>(memory));
}

/// The order in which the kernels of streams get room on the device.
enum class Priority { kHigh, kLow };

[[nodiscard]] inline Stream make_stream(Priority priority) {
  int low = 0;
  int high = 0;
  check(cudaDeviceGetStreamPriorityRange(&low, &high), "ask for stream priorities");
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking,
                                     priority == Priority::kHigh ? high : low),
        "create a stream");
  return Stream(stream);
}

/// Returns an event that carries no time. A thread that waits for it sleeps.
[[nodiscard]] inline Event make_event() {
  cudaEvent_t event = nullptr;
  check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventBlockingSync),
        "create an event");
  return Event(event);
}

/// Returns an event that carries the time.
[[nodiscard]] inline Event make_timed_event() {
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event), "create an event");
  return Event(event);
}

}  // namespace apsp::gpu
