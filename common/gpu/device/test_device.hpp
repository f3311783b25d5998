// SPDX-License-Identifier: MIT
// Ends a test program that includes this where there is no device: it says so and exits with 77,
// which the test runner shows as skipped.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "common/base/error.hpp"
#include "common/gpu/device/device.hpp"

namespace apsp::test {

/// Devices that the tests may use; at least one.
inline const int kDevices = [] {
  try {
    return gpu::visible_devices();
  } catch (const Error& error) {
    std::printf("skipped, because the tests need a GPU: %s\n", error.what());
    std::fflush(stdout);
    std::_Exit(77);
  }
}();

}  // namespace apsp::test
