// SPDX-License-Identifier: MIT
// AVX2: 16 registers of 32 bytes.
#include "tools/bench/register_loop.hpp"

namespace apsp::bench {
namespace {

struct Set {
  static constexpr std::size_t kBytes = 32;
  static constexpr std::size_t kAccumulators = 12;
};

bool runnable() {
  return __builtin_cpu_supports("avx2") != 0;
}

}  // namespace

constinit const RegisterLoops kAvx2Loops = register_loops<Set>("avx2", runnable);

}  // namespace apsp::bench
