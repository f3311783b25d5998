// SPDX-License-Identifier: MIT
// For tests: OpenMP's default number of threads, and the old one again.
#pragma once

#include <omp.h>

namespace apsp::test {

/// Runs `body` with `count` threads as OpenMP's default.
template <typename Body>
void with_threads(int count, Body body) {
  struct Restore {
    int before = omp_get_max_threads();
    ~Restore() { omp_set_num_threads(before); }
  } const restore;
  omp_set_num_threads(count);
  body();
}

}  // namespace apsp::test
