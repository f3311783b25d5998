// SPDX-License-Identifier: MIT
// The devices of a solve, and the OpenMP thread that drives each.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/gpu/dense/staging.hpp"
#include "common/gpu/device/device.hpp"

namespace apsp::gpu {

/// The devices of a solve, opened, each with its ring of transfers.
class Team {
 public:
  /// Opens the devices of these numbers, all at once. A number that occurs twice is a device that
  /// plays two. Throws the errors of open_device.
  explicit Team(const std::vector<int>& ids);

  [[nodiscard]] std::size_t size() const { return members_.size(); }
  [[nodiscard]] const Device& device(std::size_t member) const { return members_[member]->device; }
  [[nodiscard]] StagingRing& ring(std::size_t member) { return members_[member]->ring; }

  /// Different devices among the first `members`.
  [[nodiscard]] std::size_t distinct(std::size_t members) const;
  /// "NVIDIA H200", or where they differ "NVIDIA H200, NVIDIA H100".
  [[nodiscard]] std::string names() const;
  /// CUDA's numbers of all members: "0,1".
  [[nodiscard]] std::string numbers() const;

  /// Calls `work(member)` for the first `members`, each on an OpenMP thread of its own with its
  /// device current; member 0 on the calling thread. Parallel regions inside `work` share the other
  /// threads evenly. Returns when all are done. Where one throws, calls `stop` once, which ends the
  /// waiting of the others, and rethrows the first exception; those of type Stopped do not count.
  void each(std::size_t members, const std::function<void(std::size_t)>& work,
            const std::function<void()>& stop = {}) const;

 private:
  struct Member {
    explicit Member(int id) : device(open_device(id)) {}

    Device device;
    StagingRing ring;
  };

  std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace apsp::gpu
