// SPDX-License-Identifier: MIT
#include "python/src/fork.hpp"

#include <omp.h>
#include <pthread.h>

#include <mutex>

namespace apsp::python {

void expect_forks() {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(nullptr, nullptr, [] { omp_set_num_threads(1); }); });
}

}  // namespace apsp::python
