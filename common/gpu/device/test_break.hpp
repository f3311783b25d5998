// SPDX-License-Identifier: MIT
// For tests of what happens when a device fails.
#pragma once

namespace apsp::test {

/// Enqueues a kernel that traps on the current device: every later call to it fails with CUDA's
/// "unspecified launch failure", in this process and for good.
void break_device();

}  // namespace apsp::test
