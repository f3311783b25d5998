// SPDX-License-Identifier: MIT
// Relaxes between registers alone: what a core can do at most, when no load, store or index gets in
// the way. Each register_loop_<isa>.cpp instantiates the loop with traits from its unnamed
// namespace, so that no other file can get its instructions.
//
// Traits: Vector; kLanes elements in a vector; kAccumulators, as many as the registers allow beside
//         the two operands and the sum; start, add, min.
#pragma once

#include <cstddef>
#include <string_view>

namespace apsp::bench {

/// One loop: one type of element in one instruction set.
struct RegisterLoop {
  std::size_t relaxes_per_step;
  void (*run)(std::size_t steps);
};

/// The loops of one instruction set.
struct RegisterLoops {
  std::string_view isa;   // as hw3-1's --isa names it
  bool (*runnable)();     // by this processor and operating system
  RegisterLoop loops[3];  // of each width
  RegisterLoop reals[2];  // of float and double
};

#ifdef APSP_X86
extern const RegisterLoops kSse41Loops;
extern const RegisterLoops kAvx2Loops;
extern const RegisterLoops kAvx512Loops;
#endif

/// steps x kAccumulators vectors of c = min(c, a + b), each c in a register of its own: the adds
/// depend on nothing, each min on the one a step before. Wrapping adds, as the solver's.
template <class Traits>
void relax_registers(std::size_t steps) {
  using Vector = typename Traits::Vector;
  Vector a = Traits::start(1);
  Vector b = Traits::start(2);
  Vector c[Traits::kAccumulators];
#pragma GCC unroll 32
  for (Vector& accumulator : c) accumulator = Traits::start(100);
  for (std::size_t step = 0; step < steps; ++step) {
#pragma GCC unroll 32
    for (Vector& accumulator : c) {
      // No instruction, but to the compiler a new `a`: it can neither reuse a sum nor drop one.
      asm volatile("" : "+v"(a));
      accumulator = Traits::min(accumulator, Traits::add(a, b));
    }
  }
#pragma GCC unroll 32
  for (Vector& accumulator : c) asm volatile("" : : "v"(accumulator));
}

template <class Traits>
constexpr RegisterLoop register_loop() {
  return {Traits::kLanes * Traits::kAccumulators, relax_registers<Traits>};
}

}  // namespace apsp::bench
