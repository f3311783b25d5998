// SPDX-License-Identifier: MIT
#include "common/gpu/device/status.hpp"

#include "common/base/error.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "hw3-3/test_fake_cuda.hpp"

using apsp::Fault;
using apsp::test::require_error;
using namespace apsp::gpu;

TEST_CASE("a driver that is missing is told from one that is too old") {
  const auto find = [] { check(cudaErrorInsufficientDriver, "find a GPU"); };
  test::set_versions(0, 13'010);
  require_error(Fault::kNoDevice, {"cannot find a GPU: no NVIDIA driver here"}, find);
  test::set_versions(12'090, 13'010);
  require_error(Fault::kNoDevice,
                {"the NVIDIA driver is too old", "it serves CUDA 12.9, expected 13.1 or later"},
                find);
}
