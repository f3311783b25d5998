// SPDX-License-Identifier: MIT
#include "hw3-1/machine.hpp"

#include <omp.h>

#include <algorithm>

#include "common/testing/catch.hpp"
#include "common/testing/test_sanitizer.hpp"

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
  // What a sanitizer adds to each instruction is more than what lanes win.
  if (!test::kTakesAddressSpace && kAvx512Kernels.runnable()) {
    REQUIRE(products_of(kAvx512Kernels, 5000) > products_of(kSse41Kernels, 5000));
  }
#endif
  REQUIRE(machine_of(kPortableKernels, 5000, 1).sweep.lanes > 0);
}

TEST_CASE("threads of large graphs are worth what they do together, measured once") {
  const KernelSet& kernels = choose_kernels("");
  const auto useful = [&](std::size_t vertices, int threads) {
    return machine_of(kernels, vertices, threads).threads.useful;
  };
  const int processors = omp_get_num_procs();
  REQUIRE(useful(100, processors + 2) == processors);  // nothing is measured
  REQUIRE(useful(100'000, 1) == 1);
  const double all = useful(100'000, processors + 2);
  CAPTURE(processors, all);
  REQUIRE(all >= 1);
  REQUIRE(all <= processors);
  REQUIRE(useful(10'000, processors) == all);
  for (int threads = 1; threads <= processors; ++threads) {
    REQUIRE(useful(100'000, threads) == std::min(all, static_cast<double>(threads)));
  }
}

}  // namespace
}  // namespace apsp::cpu
