// SPDX-License-Identifier: MIT
// For tests: solvers on several devices.
#pragma once

#include <cstddef>
#include <memory>

#include "common/gpu/device/test_device.hpp"
#include "common/gpu/team/team_backend.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::test {

/// `count` devices: real ones as far as there are any, then the same ones again.
inline gpu::Devices team_of(std::size_t count, gpu::Crossing crossing = {}) {
  gpu::Devices devices;
  for (std::size_t n = 0; n < count; ++n) {
    devices.ids.push_back(static_cast<int>(n) % kDevices);
  }
  devices.crossing = crossing;
  return devices;
}

inline Solver solver(const gpu::Devices& devices, Arithmetic arithmetic = {}) {
  return solver_on([=] { return std::make_unique<gpu::TeamBackend>(devices); }, arithmetic);
}

}  // namespace apsp::test
