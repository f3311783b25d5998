// SPDX-License-Identifier: MIT
// Host memory that a device may read and write directly, for as long as it must.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

namespace apsp::gpu {

/// Registers [start, start + bytes), page-aligned, with CUDA, in pieces of whole `unit` bytes: a
/// transfer must not cross from one piece to another, so let it stay within a unit. Several threads
/// share the work, which the system bounds to a few GB/s. Throws Error(kInternal), and
/// Error(kMemory) where the system refuses to lock so much.
class Registration {
 public:
  Registration(void* start, std::size_t bytes, std::size_t unit);
  ~Registration();
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

 private:
  std::vector<void*> pieces_;  // null: not registered
};

}  // namespace apsp::gpu
