// SPDX-License-Identifier: MIT
#include "python/src/fork.hpp"

#include <omp.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace apsp::python {
namespace {

std::atomic<bool> forked = false;  // since expect_forks()

void begin_child() {
  forked = true;
  omp_set_num_threads(1);
}

}  // namespace

void expect_forks() {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(nullptr, nullptr, &begin_child); });
}

int possible_threads(int wanted) {
  expect_forks();
  return forked ? std::min(wanted, 1) : wanted;
}

}  // namespace apsp::python
