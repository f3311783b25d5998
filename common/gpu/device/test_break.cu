// SPDX-License-Identifier: MIT
#include "common/gpu/device/test_break.hpp"

namespace apsp::test {
namespace {

__global__ void trap() {
  __trap();
}

}  // namespace

void break_device() {
  trap<<<1, 1>>>();
}

}  // namespace apsp::test
