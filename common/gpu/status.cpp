// SPDX-License-Identifier: MIT
#include "common/gpu/status.hpp"

#include <fmt/format.h>

#include "common/error.hpp"

namespace apsp::gpu {
namespace {

ExitCode code_of(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation:
      return ExitCode::kMemory;
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorInvalidDevice:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorDevicesUnavailable:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
      return ExitCode::kNoDevice;
    default:
      return ExitCode::kInternal;
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
  const ExitCode code = code_of(status);
  (void)cudaGetLastError();  // a status that is not sticky must not be met again by a later check
  std::string message =
      fmt::format("cannot {}{}: {} ({})", call, code == ExitCode::kNoDevice ? "" : on_device(),
                  cudaGetErrorString(status), cudaGetErrorName(status));
  if (code == ExitCode::kNoDevice) message += "\nhw3-1 solves the same files without a GPU";
  throw Error(code, message);
}

void check_launch(const char* kernel) {
  check(cudaGetLastError(), kernel);
}

}  // namespace apsp::gpu
