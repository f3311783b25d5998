// SPDX-License-Identifier: MIT
// The figures that the model is fed with. Each names its source; one that nobody measured says so.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace apsp::scaling {

/// One GPU, and the links between GPUs.
struct Machine {
  double relaxations = 0;      // a second, of a remainder without an end
  double round_seconds = 0;    // of a round beside its relaxations: launches, ends of waves
  double close_seconds = 0;    // of a pivot of 128 vertices, on one processor of the GPU
  double element_bytes = 0;    // of a distance
  std::size_t node = 1;        // GPUs that NVLink joins
  double link_bytes = 0;       // a second out of one GPU by NVLink, and into it
  double network_bytes = 0;    // a second out of one GPU to other nodes, and into it
  double link_latency = 0;     // seconds until the first byte, by NVLink
  double network_latency = 0;  // and to another node
  double memory = 0;           // bytes of a GPU that a matrix may take
};

/// H200 in the width of this name, s32 or u16; nothing for another name.
[[nodiscard]] std::optional<Machine> h200(std::string_view width);

}  // namespace apsp::scaling
