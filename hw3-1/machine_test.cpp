// SPDX-License-Identifier: MIT
#include "hw3-1/machine.hpp"

#include "common/testing/catch.hpp"

namespace apsp::cpu {
namespace {

double products_of(const KernelSet& kernels, std::size_t vertices) {
  return machine_of(kernels, vertices, 1).dense.bytes_per_second;
}

TEST_CASE("rates of large graphs are measured once for each set, those of small ones are fixed") {
  for (const KernelSet* kernels : compiled_kernels()) {
    if (!kernels->runnable()) continue;
    CAPTURE(kernels->name);
    const double measured = products_of(*kernels, 5000);
    REQUIRE(measured == products_of(*kernels, 1'000'000));
    REQUIRE(products_of(*kernels, 10) == products_of(*kernels, 100));
    REQUIRE(measured != products_of(*kernels, 100));
    // Slower ones would be emulated, faster ones make no such processors.
    REQUIRE(measured > 1e6);
    REQUIRE(measured < 1e13);
  }
}

TEST_CASE("the kernels of more lanes are not predicted to be slower") {
#ifdef APSP_X86
  if (!kAvx512Kernels.runnable()) return;
  REQUIRE(products_of(kAvx512Kernels, 5000) > products_of(kSse41Kernels, 5000));
#endif
  REQUIRE(machine_of(kPortableKernels, 5000, 1).sweep.lanes > 0);
}

}  // namespace
}  // namespace apsp::cpu
