// SPDX-License-Identifier: MIT
// Any processor's vectors of 16 bytes, or what the compiler makes of them. The kernels:
// vector_bits.hpp.
#include "hw3-1/search/vector_bits.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 16;

  /// Eight bytes at once: the bit of each becomes its highest one, then all of its bits.
  static void store_level(std::uint64_t lanes, std::uint8_t* to, std::uint8_t level) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kDiagonal = 0x8040201008040201;
    for (std::size_t byte = 0; byte < 8; ++byte, lanes >>= 8) {
      const std::uint64_t picked = ((lanes & 0xff) * kOnes) & kDiagonal;
      const std::uint64_t set = ((picked + 0x7f * kOnes) >> 7) & kOnes;
      std::uint64_t levels = 0;
      __builtin_memcpy(&levels, to + byte * 8, sizeof levels);
      levels = (levels & ~(set * 0xff)) | set * level;
      __builtin_memcpy(to + byte * 8, &levels, sizeof levels);
    }
  }
};

}  // namespace

constinit const BitKernels kPortableBits = VectorBits<Isa>::table("portable");

}  // namespace apsp::cpu
