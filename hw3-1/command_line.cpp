// SPDX-License-Identifier: MIT
#include "hw3-1/command_line.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "common/command_line.hpp"
#include "common/error.hpp"

namespace apsp::cpu {
namespace {

constexpr int kMaxThreads = 4096;

}  // namespace

void add_options(CLI::App& cli, Options& options) {
  add_integer(cli, "--threads", 1, kMaxThreads,
              "number of threads; default: OMP_NUM_THREADS, else one\nfor each processor granted",
              [](std::int64_t threads) { omp_set_num_threads(static_cast<int>(threads)); });
  add_choice(
      cli, "--isa", runnable_isas(), "instruction set; default: APSP_ISA, else the first\nof",
      [&options](const std::string& isa) { options.isa = isa; }, "APSP_ISA");
}

void start_threads(Run& run) {
  const int threads = omp_get_max_threads();
  const int processors = omp_get_num_procs();
  if (threads > kMaxThreads) {
    throw Error(
        ExitCode::kUsage,
        fmt::format("OMP_NUM_THREADS is {}, expected a number from 1 to {}", threads, kMaxThreads));
  }
  if (threads > processors) {
    run.warn(fmt::format("{} threads share {} processor{}: {} would be faster", threads, processors,
                         processors == 1 ? "" : "s", processors));
  }
#pragma omp parallel
  {
    // The runtime keeps the threads it has started for all later regions.
  }
}

}  // namespace apsp::cpu
