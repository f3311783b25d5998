// SPDX-License-Identifier: MIT
// SSE4.1: 16 registers of 16 bytes. Its adds overwrite an operand, so each relax copies one first;
// the copy is part of what such a machine can do at most.
#include "tools/bench/register_loop.hpp"

namespace apsp::bench {
namespace {

struct Set {
  static constexpr std::size_t kBytes = 16;
  static constexpr std::size_t kAccumulators = 12;
};

bool runnable() {
  return __builtin_cpu_supports("sse4.1") != 0;
}

}  // namespace

constinit const RegisterLoops kSse41Loops = register_loops<Set>("sse41", runnable);

}  // namespace apsp::bench
