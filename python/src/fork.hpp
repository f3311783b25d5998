// SPDX-License-Identifier: MIT
// Solves in a child of fork() whose parent has solved.
#pragma once

namespace apsp::python {

/// Has children of fork() solve with one thread, from the first call on: OpenMP's other threads do
/// not survive a fork, and a child that waits for them hangs. A number of threads that the caller
/// asks for still counts.
void expect_forks();

}  // namespace apsp::python
