// SPDX-License-Identifier: MIT
#include "hw3-1/command_line.hpp"

#include <omp.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "common/command_line.hpp"
#include "hw3-1/threads.hpp"

namespace apsp::cpu {

void add_options(CLI::App& cli, Options& options) {
  add_integer(cli, "--threads", 1, kMaxThreads,
              "number of threads; default: OMP_NUM_THREADS, else one\nfor each processor granted",
              [](std::int64_t threads) { omp_set_num_threads(static_cast<int>(threads)); });
  add_choice(
      cli, "--isa", runnable_isas(), "instruction set; default: APSP_ISA, else the first\nof",
      [&options](const std::string& isa) { options.isa = isa; }, "APSP_ISA");
}

}  // namespace apsp::cpu
