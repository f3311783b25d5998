// SPDX-License-Identifier: MIT
// The phases of a solve, each with the name that the report has for it.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace apsp {

/// A phase of a solve. Wall time is counted for each.
enum class Phase {
  kStart,         // devices start, memory is taken
  kRead,          // the input is mapped and checked
  kPotentials,    // negative weights are reduced
  kBound,         // a width is chosen from bounds of the largest distance
  kScatter,       // edges become the matrix, in host memory
  kUpload,        // edges become the matrix, in device memory
  kCompute,       // paths are shortened: the relaxations
  kProve,         // the width is proven to hold every distance
  kDownload,      // rows leave a device
  kWrite,         // rows leave for the output
  kSummary,       // numbers are gathered from rows
  kVerify,        // rows are compared with an independent computation
  kPredecessors,  // the edges are made ready for the search of predecessors
};

/// "read", as in the report; one name a phase.
[[nodiscard]] constexpr std::string_view name(Phase phase) {
  constexpr std::array<std::string_view, 13> kNames = {
      "start", "read",     "potentials", "bound",   "scatter", "upload",      "compute",
      "prove", "download", "write",      "summary", "verify",  "predecessors"};
  return kNames[static_cast<std::size_t>(phase)];
}

}  // namespace apsp
