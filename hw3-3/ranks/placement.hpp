// SPDX-License-Identifier: MIT
// Which processes drive which devices: pure bookkeeping, tested without a device.
//
// A launcher shows a task all GPUs of its machine, or its own alone (--gpus-per-task, or a
// CUDA_VISIBLE_DEVICES of its own). Tasks that see the same ones share them out: as many each as
// they can have whole, or one for several tasks where there are fewer GPUs than tasks. A task that
// sees others than its neighbours takes all that it sees.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/gpu/team/partition.hpp"

namespace apsp::gpu {

/// The view of one process.
struct Outlook {
  std::string host;
  std::vector<std::string> gpus;  // names of the devices that it may drive, unlike all others'
};

/// The members of a solve, in the order of their processes.
struct Placement {
  std::vector<std::size_t> own;  // which of its `gpus` this process drives
  Lineup lineup;
  std::vector<std::size_t> process;  // of each member
  std::vector<std::size_t> gpu;      // of each member, which of its process's `gpus`
};

/// The placement as process `self` has it. Each needs a GPU at least.
[[nodiscard]] Placement place(const std::vector<Outlook>& processes, std::size_t self);

}  // namespace apsp::gpu
