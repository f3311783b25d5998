// SPDX-License-Identifier: MIT
// For tests: solvers on several devices.
#pragma once

#include <cstddef>
#include <memory>

#include "common/gpu/device/test_device.hpp"
#include "common/gpu/team/team_backend.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::gpu {

/// `count` devices: real ones as far as there are any, then the same ones again.
inline Devices team_of(std::size_t count, Crossing crossing = {}) {
  Devices devices;
  for (std::size_t n = 0; n < count; ++n) {
    devices.ids.push_back(static_cast<int>(n) % test::kDevices);
  }
  devices.crossing = crossing;
  return devices;
}

inline test::Solver solver(const Devices& devices, Arithmetic arithmetic = {}) {
  return test::solver_on([=] { return std::make_unique<TeamBackend>(devices); }, arithmetic);
}

}  // namespace apsp::gpu
