// SPDX-License-Identifier: MIT
#include "common/gpu/device/status.hpp"

#include <fmt/core.h>

#include "common/base/error.hpp"

namespace apsp::gpu {
namespace {

Fault fault_of(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation:
      return Fault::kMemory;
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorInitializationError:  // in a child of fork() whose parent has started CUDA
    case cudaErrorInvalidDevice:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorDevicesUnavailable:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
      return Fault::kNoDevice;
    default:
      return Fault::kInternal;
  }
}

/// " on device 0 (NVIDIA H200)", or nothing where the device itself cannot be asked.
std::string on_device() {
  int device = 0;
  cudaDeviceProp properties;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaGetDeviceProperties(&properties, device) != cudaSuccess) {
    return "";
  }
  return fmt::format(" on device {} ({})", device, properties.name);
}

}  // namespace

void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  const Fault fault = fault_of(status);
  (void)cudaGetLastError();  // a status that is not sticky must not be met again by a later check
  std::string message =
      fmt::format("cannot {}{}: {} ({})", call, fault == Fault::kNoDevice ? "" : on_device(),
                  cudaGetErrorString(status), cudaGetErrorName(status));
  if (fault == Fault::kNoDevice) message += "\nhw3-1 solves the same files without a GPU";
  throw Error(fault, message);
}

void check_launch(const char* kernel) {
  check(cudaGetLastError(), kernel);
}

void require_equal(const char* what, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw Error(Fault::kInternal,
              fmt::format("operands on the device do not fit together: {} is {}, expected {}", what,
                          found, expected));
}

}  // namespace apsp::gpu
