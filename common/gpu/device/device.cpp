// SPDX-License-Identifier: MIT
#include "common/gpu/device/device.hpp"

#include <cuda_runtime.h>
#include <fmt/core.h>

#include <cstdlib>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/gpu/device/status.hpp"

namespace apsp::gpu {
namespace {

constexpr int kOldestCapability = 75;  // Turing: what CUDA 13 still compiles for

int device_of(const void* data, const char* what) {
  cudaPointerAttributes found = {};
  check(cudaPointerGetAttributes(&found, data), "ask where memory lies");
  if (found.type == cudaMemoryTypeDevice || found.type == cudaMemoryTypeManaged)
    return found.device;
  throw Error(Fault::kUsage,
              fmt::format("the {} lie in host memory, expected the memory of a GPU", what));
}

}  // namespace

void load_kernels_at_start() {
  ::setenv("CUDA_MODULE_LOADING", "EAGER", 0);
}

int visible_devices() {
  int count = 0;
  check(cudaGetDeviceCount(&count), "find a GPU");
  if (count == 0) check(cudaErrorNoDevice, "find a GPU");
  return count;
}

Device describe_device(int id) {
  const int count = visible_devices();
  if (id < 0 || id >= count) {
    throw Error(Fault::kUsage, fmt::format("device {} is not visible: expected a number from 0 "
                                           "to {}",
                                           id, count - 1));
  }
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, id), "read the device's properties");
  Device device{id, properties.name, properties.major * 10 + properties.minor,
                properties.totalGlobalMem};
  if (device.capability < kOldestCapability) {
    throw Error(Fault::kNoDevice,
                fmt::format("device {} ({}) has compute capability {}.{}, expected {}.{} or newer",
                            id, device.name, properties.major, properties.minor,
                            kOldestCapability / 10, kOldestCapability % 10));
  }
  return device;
}

DeviceIdentity identity_of_device(int id) {
  (void)describe_device(id);
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, id), "read the device's properties");
  DeviceIdentity identity;
  for (const char byte : properties.uuid.bytes) {
    identity.name += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  }
  identity.bus = fmt::format("{:04x}:{:02x}:{:02x}", properties.pciDomainID, properties.pciBusID,
                             properties.pciDeviceID);
  return identity;
}

int device_of_memory(const void* weights, const void* rows) {
  const int device = device_of(weights, "weights");
  const int other = device_of(rows, "rows");
  if (other == device) return device;
  throw Error(Fault::kUsage, fmt::format("the weights lie on device {}, the rows on device {}, "
                                         "expected one",
                                         device, other));
}

Device open_device(int id) {
  Device device = describe_device(id);
  check(cudaSetDevice(id), "select the device");
  check(cudaFree(nullptr), "start CUDA");
  return device;
}

std::size_t free_device_memory() {
  std::size_t available = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&available, &total), "read the free device memory");
  return available;
}

void require_device_memory(std::size_t bytes, const std::string& what, const std::string& hint) {
  std::size_t available = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&available, &total), "read the free device memory");
  if (bytes <= available) return;
  int device = 0;
  check(cudaGetDevice(&device), "read the current device");
  throw Error(Fault::kMemory,
              fmt::format("not enough memory on device {}: {} needs {}, available are {} of {}{}{}",
                          device, what, describe_bytes(bytes), describe_bytes(available),
                          describe_bytes(total), hint.empty() ? "" : "\n", hint));
}

}  // namespace apsp::gpu
