// SPDX-License-Identifier: MIT
// hw3-2: all-pairs shortest paths on one GPU.
#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/sweep/machine.hpp"
#include "hw3-2/backend.hpp"

int main(int argc, char** argv) {
  apsp::gpu::load_kernels_at_start();
  int device = 0;
  std::optional<apsp::Method> method;
  std::optional<std::uint64_t> memory;
  apsp::end_process(apsp::run_solver(
      argc, argv,
      {.name = "hw3-2",
       .summary = "all-pairs shortest paths on one GPU",
       .launcher = "srun -N1 -n1 --gres=gpu:1",
       .widths = {apsp::gpu::kWidths.begin(), apsp::gpu::kWidths.end()},
       .add_options =
           [&](apsp::OptionParser& parser) {
             parser.add_integer("--device", 0, 1023,
                                "which of the visible GPUs (CUDA_VISIBLE_DEVICES); default: 0",
                                [&](std::int64_t id) { device = static_cast<int>(id); });
             parser.add_choice("--method", {"auto", "dense", "sweep", "search"},
                               std::string(apsp::gpu::kMethodHelp),
                               [&](const std::string& name) { method = apsp::method_named(name); });
             parser.add_bytes("--memory",
                              "device memory for a dense matrix; a larger one is held\n"
                              "by half if undirected, or streams from host memory;\n"
                              "default: what is free",
                              [&](std::uint64_t bytes) { memory = bytes; });
           },
       .make_backend =
           [&](apsp::Observer&) {
             return std::make_unique<apsp::gpu::SingleBackend>(device, method, memory);
           }}));
}
