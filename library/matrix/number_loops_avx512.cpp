// SPDX-License-Identifier: MIT
// AVX-512: vectors of 64 bytes. The loops: vector_number_loops.hpp.
#include "library/matrix/vector_number_loops.hpp"

namespace apsp {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 64;
};

bool runnable() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
}

}  // namespace

constinit const NumberLoops kAvx512NumberLoops = VectorNumberLoops<Isa>::table("avx512", &runnable);

}  // namespace apsp
