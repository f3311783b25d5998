// SPDX-License-Identifier: MIT
// Sizes at which bounds go wrong: about a warp, a block, several blocks, several launches.
#pragma once

#include <cstddef>

namespace apsp::labs {

inline constexpr std::size_t kEdgeSizes[] = {
    0,   1,   2,   3,   31,   32,   33,   63,   64,   65,   127,  128,  129,   255,   256,
    257, 511, 512, 513, 1000, 1023, 1024, 1025, 4095, 4096, 4097, 5121, 65536, 65537, 300007};

}  // namespace apsp::labs
