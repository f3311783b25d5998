// SPDX-License-Identifier: MIT
#include "common/ranks/machine_share.hpp"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "common/base/host_name.hpp"

namespace apsp {
namespace {

/// The ranks that give the same text as this one, itself counted.
std::size_t alike(Ranks& ranks, const std::string& own) {
  return static_cast<std::size_t>(std::ranges::count(ranks.gather(own), own));
}

}  // namespace

std::size_t ranks_of_this_machine(Ranks& ranks) {
  return alike(ranks, host_name());
}

std::optional<int> threads_among(Ranks& ranks, std::optional<int> wanted) {
  cpu_set_t granted;
  CPU_ZERO(&granted);
  ::sched_getaffinity(0, sizeof granted, &granted);
  const std::string mask(reinterpret_cast<const char*>(&granted), sizeof granted);
  const std::size_t sharing = alike(ranks, host_name() + '\0' + mask);
  if (wanted || std::getenv("OMP_NUM_THREADS") != nullptr || sharing == 1) return wanted;
  return std::max(1, omp_get_num_procs() / static_cast<int>(sharing));
}

}  // namespace apsp
