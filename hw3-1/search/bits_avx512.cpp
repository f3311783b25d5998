// SPDX-License-Identifier: MIT
// AVX-512 F and BW: vectors of 64 bytes. The kernels: vector_bits.hpp.
#include <immintrin.h>

#include "hw3-1/search/vector_bits.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 64;

  static void store_level(std::uint64_t lanes, std::uint8_t* to, std::uint8_t level) {
    const __m512i levels = _mm512_set1_epi8(static_cast<char>(level));
    _mm512_store_si512(to, _mm512_mask_blend_epi8(lanes, _mm512_load_si512(to), levels));
  }
};

}  // namespace

constinit const BitKernels kAvx512Bits = VectorBits<Isa>::table("avx512");

}  // namespace apsp::cpu
