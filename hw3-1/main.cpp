// SPDX-License-Identifier: MIT
// hw3-1: all-pairs shortest paths on this machine's processors.
#include <cstdint>

#include "common/app.hpp"
#include "common/memory.hpp"
#include "hw3-1/command_line.hpp"
#include "hw3-1/solver.hpp"

namespace {

/// The least that a solve needs, in the forced width or the narrowest. The solver asks again for
/// the width that it takes, but by then an output of four times the size has been reserved.
void require_matrix(const apsp::Graph& graph, apsp::Arithmetic arithmetic) {
  // u8, u16 and s32 take 1, 2 and 4 bytes.
  const auto log2_bytes = static_cast<int>(arithmetic.value_or(apsp::kWidths.front()));
  const std::uint64_t vertices = graph.vertices;
  apsp::require_memory((vertices * vertices) << log2_bytes, "the distance matrix");
}

}  // namespace

int main(int argc, char** argv) {
  apsp::cpu::Options options;
  return apsp::run_solver(
      argc, argv,
      {.name = "hw3-1",
       .summary = "all-pairs shortest paths on this machine's processors",
       .launcher = "srun -N1 -n1 -c8",
       .widths = {apsp::kWidths.begin(), apsp::kWidths.end()},
       .add_options = [&](CLI::App& cli) { apsp::cpu::add_options(cli, options); },
       .prepare = apsp::cpu::start_threads,
       .admit = require_matrix,
       .solve =
           [&](const apsp::Graph& graph, apsp::RowSink& rows, apsp::Run& run,
               apsp::Arithmetic arithmetic) {
             options.arithmetic = arithmetic;
             apsp::cpu::solve(graph, rows, run, options);
           }});
}
