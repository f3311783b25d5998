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
    case cudaErrorCallRequiresNewerDriver:
    case cudaErrorStubLibrary:          // the toolkit's libcuda.so in the place of the driver's
    case cudaErrorSystemNotReady:       // services of the driver do not run
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

/// Major and minor number of CUDA, as its functions give them.
std::string version(int number) {
  return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

/// CUDA's reason. Where the driver is what is wrong: whether it is missing or too old.
std::string reason_of(cudaError_t status) {
  int driver = 0;
  int runtime = 0;
  if (status == cudaErrorInsufficientDriver && cudaDriverGetVersion(&driver) == cudaSuccess &&
      cudaRuntimeGetVersion(&runtime) == cudaSuccess) {
    if (driver == 0) return "no NVIDIA driver here";
    return fmt::format("the NVIDIA driver is too old: it serves CUDA {}, expected {} or later",
                       version(driver), version(runtime));
  }
  return fmt::format("{} ({})", cudaGetErrorString(status), cudaGetErrorName(status));
}

}  // namespace

void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  const Fault fault = fault_of(status);
  (void)cudaGetLastError();  // a status that is not sticky must not be met again by a later check
  throw Error(fault, fmt::format("cannot {}{}: {}", call,
                                 fault == Fault::kNoDevice ? "" : on_device(), reason_of(status)));
}

void check_launch(const char* kernel) {
  check(cudaGetLastError(), kernel);
}

std::size_t limit_of_device(cudaDeviceAttr which) {
  int device = 0;
  int limit = 0;
  check(cudaGetDevice(&device), "ask for the current device");
  check(cudaDeviceGetAttribute(&limit, which, device), "ask for the device's limits");
  return static_cast<std::size_t>(limit);
}

void require_equal(const char* what, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw Error(Fault::kInternal,
              fmt::format("operands on the device do not fit together: {} is {}, expected {}", what,
                          found, expected));
}

}  // namespace apsp::gpu
