// SPDX-License-Identifier: MIT
// hw3-1: all-pairs shortest paths on this machine's processors.
#include "common/app/app.hpp"
#include "common/app/near_options.hpp"
#include "common/ranks/machine_share.hpp"
#include "hw3-1/backend.hpp"
#include "hw3-1/command_line.hpp"
#include "hw3-1/ranks/joint_backend.hpp"
#include "hw3-1/threads.hpp"

int main(int argc, char** argv) {
  apsp::cpu::Options options = {.own_process = true};
  apsp::NearOptions near;
  return apsp::run_solver(
      argc, argv,
      {.name = "hw3-1",
       .summary = "all-pairs shortest paths on this machine's processors",
       .launcher = "srun -N1 -n1 -c8",
       .widths = {apsp::kWidths.begin(), apsp::kWidths.end()},
       .beyond_s32 = apsp::BeyondS32::kOnProcessors,
       .add_options =
           [&](apsp::OptionParser& parser) { apsp::cpu::add_options(parser, options, near); },
       .make_backend =
           [&](apsp::Observer& observer) {
             apsp::cpu::limit_threads(options.threads, observer);
             return std::make_unique<apsp::cpu::Backend>(options);
           },
       .make_joint_backend =
           [&](apsp::Observer& observer, apsp::Ranks& ranks) {
             apsp::cpu::limit_threads(apsp::threads_among(ranks, options.threads), observer);
             return std::make_unique<apsp::cpu::JointBackend>(options, ranks);
           },
       .near = &near});
}
