// SPDX-License-Identifier: MIT
// The rough time of a solve on one device, which the choice of a width needs.
#pragma once

#include "common/core/graph.hpp"
#include "common/core/width_choice.hpp"

namespace apsp::gpu {

/// Relaxations per second x bytes of an element, of a dense matrix on an H200.
inline constexpr double kDenseBytesPerSecond = 66e12;

/// Returns the pace of an H200. On other devices, slower ones or several, searches take less or
/// more of the solve's time than intended, a few milliseconds either way.
[[nodiscard]] inline Pace pace_of_device(const Graph& graph) {
  const auto vertices = static_cast<double>(graph.vertices);
  return {vertices * vertices * vertices, kDenseBytesPerSecond};
}

}  // namespace apsp::gpu
