// SPDX-License-Identifier: MIT
// Relaxes between registers alone: what a core can do at most, when no load, store or index gets in
// the way. Each register_loop_<isa>.cpp instantiates the loops with a Set from its unnamed
// namespace, so that no other file can get its instructions.
//
// Set: kBytes of a vector; kAccumulators, as many as the registers allow beside the two operands
// and
//      the sum.
#pragma once

#include <cstddef>
#include <cstdint>
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
/// depend on nothing, each min on the one a step before. Compilers make one instruction of each.
template <class Set, typename Element>
void relax_registers(std::size_t steps) {
  using Vector [[gnu::vector_size(Set::kBytes)]] = Element;
  Vector a = Vector{} + Element{1};
  Vector b = Vector{} + Element{2};
  Vector c[Set::kAccumulators];
#pragma GCC unroll 32
  for (Vector& accumulator : c) accumulator = Vector{} + Element{100};
  for (std::size_t step = 0; step < steps; ++step) {
#pragma GCC unroll 32
    for (Vector& accumulator : c) {
      // No instruction, but to the compiler a new `a`: it can neither reuse a sum nor drop one.
      asm volatile("" : "+v"(a));
      const Vector sum = a + b;
      accumulator = accumulator < sum ? accumulator : sum;
    }
  }
#pragma GCC unroll 32
  for (Vector& accumulator : c) asm volatile("" : : "v"(accumulator));
}

template <class Set, typename Element>
constexpr RegisterLoop register_loop() {
  return {Set::kBytes / sizeof(Element) * Set::kAccumulators, relax_registers<Set, Element>};
}

template <class Set>
constexpr RegisterLoops register_loops(std::string_view isa, bool (*runnable)()) {
  return {isa,
          runnable,
          {register_loop<Set, std::uint8_t>(), register_loop<Set, std::uint16_t>(),
           register_loop<Set, std::int32_t>()},
          {register_loop<Set, float>(), register_loop<Set, double>()}};
}

}  // namespace apsp::bench
