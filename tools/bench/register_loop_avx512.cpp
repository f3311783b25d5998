// SPDX-License-Identifier: MIT
// AVX-512 F and BW: 32 registers of 64 bytes.
#include "tools/bench/register_loop.hpp"

namespace apsp::bench {
namespace {

struct Set {
  static constexpr std::size_t kBytes = 64;
  static constexpr std::size_t kAccumulators = 24;
};

bool runnable() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0;
}

}  // namespace

constinit const RegisterLoops kAvx512Loops = register_loops<Set>("avx512", runnable);

}  // namespace apsp::bench
