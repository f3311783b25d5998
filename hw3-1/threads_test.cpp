// SPDX-License-Identifier: MIT
#include "hw3-1/threads.hpp"

#include <omp.h>
#include <sched.h>

#include <string>
#include <string_view>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp::cpu {
namespace {

/// Keeps what it is warned of.
class Warnings : public Observer {
 public:
  void warn(std::string_view message) override { lines.emplace_back(message); }
  std::vector<std::string> lines;
};

cpu_set_t allowed() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  REQUIRE(sched_getaffinity(0, sizeof mask, &mask) == 0);
  return mask;
}

TEST_CASE("threads that were started may run on every processor granted") {
  const cpu_set_t before = allowed();
  const int processors = CPU_COUNT(&before);
  for (const int threads : {processors, 1, processors + 2, processors}) {
    INFO(threads << " threads of " << processors);
    Warnings observer;
    std::vector<cpu_set_t> after(static_cast<std::size_t>(threads));
    test::with_threads(1, [&] {
      limit_threads(threads, observer);
      spread_threads();
#pragma omp parallel
      {
        const auto thread = static_cast<std::size_t>(omp_get_thread_num());
        CPU_ZERO(&after[thread]);
        sched_getaffinity(0, sizeof after[thread], &after[thread]);
      }
    });
    REQUIRE(observer.lines.size() == (threads > processors ? 1 : 0));
    for (const cpu_set_t& mask : after) REQUIRE(CPU_EQUAL(&mask, &before));
  }
}

}  // namespace
}  // namespace apsp::cpu
