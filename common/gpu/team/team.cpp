// SPDX-License-Identifier: MIT
#include "common/gpu/team/team.hpp"

#include <cuda_runtime.h>
#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <exception>
#include <future>
#include <set>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/team/milestones.hpp"

namespace apsp::gpu {
namespace {

/// Lets the threads of a parallel region have parallel regions of their own, and gives a region all
/// threads that it asks for. Restores the caller's settings when it ends.
class NestedRegions {
 public:
  NestedRegions() {
    omp_set_max_active_levels(std::max(2, levels_));
    omp_set_dynamic(0);
  }
  ~NestedRegions() {
    omp_set_max_active_levels(levels_);
    omp_set_dynamic(dynamic_);
  }
  NestedRegions(const NestedRegions&) = delete;
  NestedRegions& operator=(const NestedRegions&) = delete;

 private:
  int levels_ = omp_get_max_active_levels();
  int dynamic_ = omp_get_dynamic();
};

}  // namespace

Team::Team(const std::vector<int>& ids) {
  std::vector<std::future<std::unique_ptr<Member>>> pending;
  pending.reserve(ids.size());
  for (const int id : ids) {
    pending.push_back(
        std::async(std::launch::async, [id] { return std::make_unique<Member>(id); }));
  }
  for (auto& member : pending) members_.push_back(member.get());
}

std::size_t Team::distinct(std::size_t members) const {
  std::set<int> ids;
  for (std::size_t member = 0; member < members; ++member) ids.insert(device(member).id);
  return ids.size();
}

std::string Team::names() const {
  std::set<std::string> known;
  std::string names;
  for (const auto& member : members_) {
    if (!known.insert(member->device.name).second) continue;
    if (!names.empty()) names += ", ";
    names += member->device.name;
  }
  return names;
}

std::string Team::numbers() const {
  std::string numbers;
  for (const auto& member : members_) {
    if (!numbers.empty()) numbers += ',';
    numbers += std::to_string(member->device.id);
  }
  return numbers;
}

void Team::each(std::size_t members, const std::function<void(std::size_t)>& work,
                const std::function<void()>& stop) const {
  if (members == 0) return;
  if (members == 1) {  // which keeps the caller's threads
    check(cudaSetDevice(device(0).id), "select the device");
    try {
      work(0);
    } catch (const Stopped&) {  // the exception that counts is another process's
    } catch (...) {
      if (stop) stop();
      throw;
    }
    return;
  }
  const int inner = std::max(1, omp_get_max_threads() / static_cast<int>(members));
  const NestedRegions nested;
  std::exception_ptr failure;
  int threads = 0;
#pragma omp parallel num_threads(static_cast <int>(members))
  {
#pragma omp single
    threads = omp_get_num_threads();
    // Fewer threads than devices could not wait for one another.
    if (threads == static_cast<int>(members)) {
      const auto member = static_cast<std::size_t>(omp_get_thread_num());
      omp_set_num_threads(inner);
      try {
        check(cudaSetDevice(device(member).id), "select the device");
        work(member);
      } catch (const Stopped&) {  // the exception that counts is another's
      } catch (...) {
        bool first = false;
#pragma omp critical(apsp_team_failure)
        {
          first = !failure;
          if (first) failure = std::current_exception();
        }
        if (first && stop) stop();
      }
    }
  }
  if (failure) std::rethrow_exception(failure);
  if (threads != static_cast<int>(members)) {
    throw Error(Fault::kInternal,
                fmt::format("OpenMP grants {}, expected {}, one a device: see "
                            "OMP_THREAD_LIMIT",
                            counted(static_cast<std::uint64_t>(threads), "thread"), members));
  }
}

}  // namespace apsp::gpu
