// SPDX-License-Identifier: MIT
#include "common/base/threads.hpp"

#include <omp.h>

#include <limits>

#include "common/testing/catch.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp {
namespace {

TEST_CASE("threads are as many as finish soonest, up to the most there may be", "[threads]") {
  for (const int most : {1, 2, 7, 64}) {
    test::with_threads(most, [&] {
      REQUIRE(threads_for(0) == 1);
      REQUIRE(threads_for(1e-9) == 1);
      REQUIRE(threads_for(std::numeric_limits<double>::infinity()) == most);
      REQUIRE(threads_for(1e9) == most);
      const double each = 1e-3;
      int before = 1;
      for (double seconds = 1e-4; seconds < 10; seconds *= 1.5) {
        const int threads = threads_for(seconds, each);
        const auto time = [&](int n) { return seconds / n + n * each; };
        REQUIRE(threads >= before);
        REQUIRE(threads <= most);
        if (threads < most) REQUIRE(time(threads) <= 1.02 * time(threads + 1));
        if (threads > 1) REQUIRE(time(threads) <= 1.02 * time(threads - 1));
        before = threads;
      }
    });
  }
}

TEST_CASE("a number of threads ends with its scope", "[threads]") {
  const int before = omp_get_max_threads();
  {
    const ThreadCount three(3);
    REQUIRE(omp_get_max_threads() == 3);
    const ThreadCount same(0);
    REQUIRE(omp_get_max_threads() == 3);
    const ThreadCount one(1);
    REQUIRE(omp_get_max_threads() == 1);
  }
  REQUIRE(omp_get_max_threads() == before);
}

}  // namespace
}  // namespace apsp
