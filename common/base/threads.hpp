// SPDX-License-Identifier: MIT
#pragma once

namespace apsp {

/// The largest number of threads that --threads and OMP_NUM_THREADS may ask for.
inline constexpr int kMostThreads = 4096;

}  // namespace apsp
