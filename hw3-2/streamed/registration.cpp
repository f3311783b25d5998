// SPDX-License-Identifier: MIT
#include "hw3-2/streamed/registration.hpp"

#include <algorithm>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/gpu/device/status.hpp"

namespace apsp::gpu {

Registration::Registration(void* start, std::size_t bytes, std::size_t unit) {
  constexpr std::size_t kPiece = std::size_t{1} << 28;
  const std::size_t piece = std::max<std::size_t>(kPiece / unit, 1) * unit;
  int device = 0;
  check(cudaGetDevice(&device), "read the current device");
  pieces_.resize((bytes + piece - 1) / piece);
  try {
    parallel_for(pieces_.size(), [&](std::size_t n) {
      check(cudaSetDevice(device), "select the device");
      auto* const first = static_cast<std::byte*>(start) + n * piece;
      const std::size_t size = std::min(piece, bytes - n * piece);
      const cudaError_t status = cudaHostRegister(first, size, cudaHostRegisterPortable);
      if (status == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError();
        throw Error(Fault::kMemory, "the system does not lock " + describe_bytes(bytes) +
                                        " of host memory for transfers");
      }
      check(status, "register host memory");
      pieces_[n] = first;
    });
  } catch (...) {
    for (void* registered : pieces_) {
      if (registered != nullptr) (void)cudaHostUnregister(registered);
    }
    throw;
  }
}

Registration::~Registration() {
  for (void* registered : pieces_) (void)cudaHostUnregister(registered);
}

}  // namespace apsp::gpu
