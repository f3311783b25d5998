// SPDX-License-Identifier: MIT
// Solves in a child of fork() whose parent has solved.
#pragma once

namespace apsp::python {

/// Has children of fork() solve with one thread, from the first call on: OpenMP's other threads do
/// not survive a fork, and a child that waits for them hangs. Call it before every parallel region.
void expect_forks();

/// Returns `wanted`, a number of threads or 0 for the default, but 1 in the place of more in such a
/// child. Calls expect_forks().
[[nodiscard]] int possible_threads(int wanted);

}  // namespace apsp::python
