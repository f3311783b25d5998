// SPDX-License-Identifier: MIT
// The input of several processes that make one solve, of which some may not see the file.
#pragma once

#include <cstddef>
#include <string>

#include "common/io/file_descriptor.hpp"
#include "common/ranks/ranks.hpp"

namespace apsp {

/// The file of rank 0. A rank that cannot open it receives a copy, in memory.
class JointInput {
 public:
  /// Sends the file to the ranks that lack it, if there are any. Does nothing for a file that rank
  /// 0 cannot open either, or that is no regular file: reading it says why. Collective. Throws
  /// Error(kInput), Error(kMemory).
  JointInput(Ranks& ranks, const std::string& path);

  /// Names the file for this process.
  [[nodiscard]] const std::string& path() const { return path_; }

  /// The number of ranks that received it.
  [[nodiscard]] std::size_t receivers() const { return receivers_; }

 private:
  void send(Ranks& ranks, std::size_t size, bool keep);

  std::string path_;
  FileDescriptor copy_;
  std::size_t receivers_ = 0;
};

}  // namespace apsp
