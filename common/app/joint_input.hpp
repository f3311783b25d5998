// SPDX-License-Identifier: MIT
// The input of several processes that make one solve: a file that some may not see, or a stream
// that one alone can read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "common/io/file_descriptor.hpp"
#include "common/io/input_file.hpp"
#include "common/ranks/ranks.hpp"

namespace apsp {

/// The input of rank 0. A rank that cannot open the file receives a copy, in memory; of a pipe or
/// standard input every other rank does.
class JointInput {
 public:
  /// Sends it to the ranks that lack it, if there are any. Does nothing for a file that rank 0
  /// cannot open either, or a folder: reading it says why. Collective. Throws Error(kInput),
  /// Error(kMemory).
  JointInput(Ranks& ranks, const std::string& path);

  /// Opens it in this process. Call it once.
  [[nodiscard]] std::unique_ptr<InputFile> open();

  /// The number of ranks that received it.
  [[nodiscard]] std::size_t receivers() const { return receivers_; }

 private:
  void send(Ranks& ranks, std::uint64_t copies);

  std::string path_;
  std::unique_ptr<InputFile> source_;  // where this process has opened it for all
  FileDescriptor copy_;                // none where it needs no copy
  std::size_t receivers_ = 0;
};

}  // namespace apsp
