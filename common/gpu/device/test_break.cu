// SPDX-License-Identifier: MIT
#include "common/gpu/device/test_break.hpp"

namespace apsp::test {
namespace {

/// Formula: none. Launch: one thread. Reads and writes: nothing. Synchronisation: none. Cost: the
/// device's context, which no later call can use.
__global__ void trap() {
  __trap();
}

}  // namespace

void break_device() {
  trap<<<1, 1>>>();
}

}  // namespace apsp::test
