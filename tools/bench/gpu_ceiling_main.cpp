// SPDX-License-Identifier: MIT
// hw3-gpu-ceiling: prints what a GPU could do at most, as one JSON object.
#include <fmt/core.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/gpu/device/device.hpp"
#include "tools/bench/gpu_ceiling.hpp"

namespace {

constexpr std::string_view kName = "hw3-gpu-ceiling";
constexpr std::string_view kFooter =
    "The loop of the solvers' kernel on operands that never leave the GPU's processors, for each\n"
    "width, for floats and doubles. A copy inside the device, whose bytes count both ways.\n"
    "\n"
    "Example:\n"
    "  hw3-gpu-ceiling --device 1\n"
    "\n"
    "Exit codes are those of hw3-2.";

void run(int id) {
  const apsp::gpu::Device device = apsp::gpu::open_device(id);
  const apsp::gpu::GpuCeiling ceiling = apsp::gpu::measure_gpu_ceiling(id);
  const std::string text = fmt::format(
      "{{\"device\": \"{}\", \"unit\": \"T relax/s\", \"s32\": {:.2f}, \"u16\": {:.2f}, "
      "\"f32\": {:.2f}, \"f64\": {:.2f}, \"copy_GB_per_s\": {:.0f}}}\n",
      device.name, ceiling.s32 / 1e12, ceiling.u16 / 1e12, ceiling.f32 / 1e12, ceiling.f64 / 1e12,
      ceiling.copy / 1e9);
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
  }
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(std::string(kName), [&] {
    apsp::OptionParser parser(std::string(kName),
                              "hw3-gpu-ceiling: measures what a GPU can do at most for this job",
                              std::string(kFooter));
    int device = 0;
    parser.add_integer("--device", 0, 1023, "which of the visible GPUs; default: 0",
                       [&](std::int64_t id) { device = static_cast<int>(id); });
    if (parser.parse(argc, argv)) run(device);
  });
}
