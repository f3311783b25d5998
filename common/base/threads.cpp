// SPDX-License-Identifier: MIT
#include "common/base/threads.hpp"

#include <omp.h>

namespace apsp {

void use_threads(std::int64_t threads) {
  omp_set_num_threads(static_cast<int>(threads));
}

}  // namespace apsp
