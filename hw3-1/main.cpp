// SPDX-License-Identifier: MIT
// hw3-1: all-pairs shortest paths on this machine's processors.
#include "common/app.hpp"
#include "hw3-1/command_line.hpp"
#include "hw3-1/solver.hpp"
#include "hw3-1/threads.hpp"

int main(int argc, char** argv) {
  apsp::cpu::Options options;
  return apsp::run_solver(
      argc, argv,
      {.name = "hw3-1",
       .summary = "all-pairs shortest paths on this machine's processors",
       .launcher = "srun -N1 -n1 -c8",
       .widths = {apsp::kWidths.begin(), apsp::kWidths.end()},
       .add_options = [&](apsp::OptionParser& parser) { apsp::cpu::add_options(parser, options); },
       .prepare = apsp::cpu::start_threads,
       .admit =
           [&](const apsp::Graph& graph, apsp::Arithmetic arithmetic) {
             options.arithmetic = arithmetic;
             apsp::cpu::admit(graph, options);
           },
       .solve = [&](const apsp::Graph& graph, apsp::RowSink& rows, apsp::Run& run,
                    apsp::Arithmetic) { apsp::cpu::solve(graph, rows, run, options); }});
}
