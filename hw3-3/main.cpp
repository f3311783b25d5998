// SPDX-License-Identifier: MIT
// hw3-3: all-pairs shortest paths on several GPUs.
#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/sweep/machine.hpp"
#include "common/gpu/team/team_backend.hpp"
#include "hw3-3/ranks/joint_backend.hpp"
#include "hw3-3/ranks/nccl.hpp"

int main(int argc, char** argv) {
  apsp::gpu::load_kernels_at_start();
  apsp::gpu::leave_multicast_off();
  apsp::gpu::Devices devices;
  const auto add_options = [&](apsp::OptionParser& parser) {
    parser.add_integers(
        "--devices", apsp::gpu::Devices::kMost, 0, 1023,
        "which of the visible GPUs (CUDA_VISIBLE_DEVICES); one named twice plays "
        "two; default: all, at most 8",
        [&](const std::vector<std::int64_t>& ids) { devices.ids.assign(ids.begin(), ids.end()); });
    parser.add_integer(
        "--require", 1, 1024, "fail unless so many different GPUs are in use; default: 1",
        [&](std::int64_t count) { devices.required = static_cast<std::size_t>(count); });
    parser.add_choice("--method", {"auto", "dense", "sweep", "search"},
                      std::string(apsp::gpu::kMethodHelp),
                      [&](const std::string& name) { devices.method = apsp::method_named(name); });
    parser.add_choice("--transfer", {"auto", "host"},
                      "how pivot rows cross: by peer copies, between tasks by NCCL, where the GPUs "
                      "can; or always through host memory",
                      [&](const std::string& means) { devices.crossing.peers = means == "auto"; });
    parser.add_choice("--route", {"direct", "chain"},
                      "from where each GPU takes them: the owner, or the GPU before it",
                      [&](const std::string& route) {
                        devices.crossing.route = route == "direct" ? apsp::gpu::Route::kDirect
                                                                   : apsp::gpu::Route::kChain;
                      });
  };
  apsp::end_process(apsp::run_solver(
      argc, argv,
      {.name = "hw3-3",
       .summary = "all-pairs shortest paths on several GPUs",
       .launcher = "srun -N1 -n1 -c2 --gres=gpu:2",
       .widths = {apsp::gpu::kWidths.begin(), apsp::gpu::kWidths.end()},
       .add_options = add_options,
       .make_backend =
           [&](apsp::Observer&) { return std::make_unique<apsp::gpu::TeamBackend>(devices); },
       .make_joint_backend =
           [&](apsp::Observer&, apsp::Ranks& ranks) {
             return std::make_unique<apsp::gpu::JointTeamBackend>(devices, ranks);
           }}));
}
