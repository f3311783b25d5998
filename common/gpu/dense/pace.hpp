// SPDX-License-Identifier: MIT
// The rough time of a solve on one device, which the choice of a width needs.
#pragma once

#include "common/core/graph.hpp"
#include "common/core/width_choice.hpp"

namespace apsp::gpu {

/// Returns the pace of an H200. On other devices, slower ones or several, searches take less or
/// more of the solve's time than intended, a few milliseconds either way.
[[nodiscard]] inline Pace pace_of_device(const Graph& graph) {
  constexpr double kBytesPerSecond = 66e12;  // relaxations per second x bytes of an element
  const auto vertices = static_cast<double>(graph.vertices);
  return {vertices * vertices * vertices, kBytesPerSecond};
}

}  // namespace apsp::gpu
