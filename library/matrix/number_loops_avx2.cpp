// SPDX-License-Identifier: MIT
// AVX2: vectors of 32 bytes. The loops: vector_number_loops.hpp.
#include "library/matrix/vector_number_loops.hpp"

namespace apsp {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 32;
};

bool runnable() {
  return __builtin_cpu_supports("avx2") != 0;
}

}  // namespace

constinit const NumberLoops kAvx2NumberLoops = VectorNumberLoops<Isa>::table("avx2", &runnable);

}  // namespace apsp
