// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace apsp {

/// The largest number of threads that --threads and OMP_NUM_THREADS may ask for.
inline constexpr int kMostThreads = 4096;

/// Makes `threads`, in [1, kMostThreads], OpenMP's default for the regions that the calling thread
/// starts from now on.
void use_threads(std::int64_t threads);

}  // namespace apsp
