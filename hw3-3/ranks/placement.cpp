// SPDX-License-Identifier: MIT
#include "hw3-3/ranks/placement.hpp"

#include <map>
#include <utility>

namespace apsp::gpu {
namespace {

/// Which of its GPUs process `self` drives.
std::vector<std::size_t> share_of(const std::vector<Outlook>& processes, std::size_t self) {
  std::size_t alike = 0;   // processes that see the same
  std::size_t before = 0;  // of these, before this one
  for (std::size_t process = 0; process < processes.size(); ++process) {
    const bool same = processes[process].host == processes[self].host &&
                      processes[process].gpus == processes[self].gpus;
    if (same) ++alike;
    if (same && process < self) ++before;
  }
  const std::size_t gpus = processes[self].gpus.size();
  if (gpus < alike) return {before * gpus / alike};
  std::vector<std::size_t> share;
  for (std::size_t gpu = before * gpus / alike; gpu < (before + 1) * gpus / alike; ++gpu) {
    share.push_back(gpu);
  }
  return share;
}

}  // namespace

Placement place(const std::vector<Outlook>& processes, std::size_t self) {
  Placement placement;
  std::map<std::pair<std::string, std::string>, std::size_t> numbers;  // of devices
  for (std::size_t process = 0; process < processes.size(); ++process) {
    const std::vector<std::size_t> share = share_of(processes, process);
    if (process == self) {
      placement.own = share;
      placement.lineup.first = placement.process.size();
    }
    for (const std::size_t gpu : share) {
      const auto [device, unknown] = numbers.try_emplace(
          {processes[process].host, processes[process].gpus[gpu]}, numbers.size());
      placement.lineup.devices.push_back(device->second);
      placement.process.push_back(process);
      placement.gpu.push_back(gpu);
    }
  }
  return placement;
}

}  // namespace apsp::gpu
