// SPDX-License-Identifier: MIT
#include "common/base/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp {
namespace {

/// An exception that names the index of its body.
struct AtIndex : std::runtime_error {
  explicit AtIndex(std::size_t n) : std::runtime_error(std::to_string(n)), index(n) {}
  std::size_t index;
};

/// Runs the loop in each order; `check` is given a function with parallel_for()'s arguments.
template <typename Check>
void in_each_order(const Check& check) {
  check([](auto&&... arguments) { parallel_for<Handout::kStatic>(arguments...); }, "static");
  check([](auto&&... arguments) { parallel_for<Handout::kDynamic>(arguments...); }, "dynamic");
  check([](auto&&... arguments) { parallel_for<Handout::kMonotonic>(arguments...); }, "monotonic");
}

TEST_CASE("a parallel loop runs every index once", "[parallel_for]") {
  in_each_order([](const auto& loop, const char* order) {
    for (const int threads : {0, 1, 2, 7, 40}) {
      for (const std::size_t chunk : {1, 3, 1000}) {
        for (const std::size_t count : {0, 1, 2, 5, 100}) {
          INFO(order << ", " << threads << " threads, chunk " << chunk << ", count " << count);
          std::vector<std::atomic<int>> runs(count);
          loop(
              count, [&](std::size_t n) { ++runs[n]; }, Loop{threads, chunk});
          REQUIRE(std::ranges::all_of(runs, [](const auto& n) { return n.load() == 1; }));
        }
      }
    }
  });
}

TEST_CASE("one thread runs a parallel loop in ascending order", "[parallel_for]") {
  in_each_order([](const auto& loop, const char* order) {
    INFO(order);
    std::vector<std::size_t> seen;
    loop(
        50, [&](std::size_t n) { seen.push_back(n); }, Loop{1});
    REQUIRE(seen.size() == 50);
    REQUIRE(std::ranges::is_sorted(seen));
  });
}

TEST_CASE("a monotonic loop can wait for smaller indices", "[parallel_for]") {
  // Each index waits for the one before, which a loop in any other order would not survive.
  std::atomic<std::size_t> turn = 0;
  parallel_for<Handout::kMonotonic>(
      200,
      [&](std::size_t n) {
        while (turn.load() != n) {
        }
        turn.store(n + 1);
      },
      Loop{3});
  REQUIRE(turn == 200);
}

TEST_CASE("a parallel loop rethrows the failure of the smallest index", "[parallel_for]") {
  constexpr std::size_t kCount = 300;
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    std::mt19937 random(seed);
    std::vector<char> fails(kCount);
    for (int n = 0; n < 9; ++n) fails[random() % kCount] = 1;
    const auto first = static_cast<std::size_t>(std::ranges::find(fails, 1) - fails.begin());
    in_each_order([&](const auto& loop, const char* order) {
      for (const int threads : {1, 2, 9}) {
        INFO("seed " << seed << ", " << order << ", " << threads << " threads");
        std::vector<std::atomic<int>> runs(kCount);
        std::size_t caught = kCount;
        try {
          loop(
              kCount,
              [&](std::size_t n) {
                ++runs[n];
                if (fails[n]) throw AtIndex(n);
              },
              Loop{threads});
        } catch (const AtIndex& failure) {
          caught = failure.index;
        }
        REQUIRE(caught == first);
        const auto once = [&](std::size_t n) { return runs[n].load() == 1; };
        for (std::size_t n = 0; n <= first; ++n) REQUIRE(once(n));
        if (threads > 1) continue;
        for (std::size_t n = first + 1; n < kCount; ++n) REQUIRE_FALSE(once(n));
      }
    });
  }
}

TEST_CASE("a bad_alloc of a parallel loop reaches the caller", "[parallel_for]") {
  REQUIRE_THROWS_AS(parallel_for(
                        20,
                        [](std::size_t n) {
                          if (n >= 7) throw std::bad_alloc();
                        },
                        Loop{4}),
                    std::bad_alloc);
  REQUIRE_THROWS_AS(
      parallel_for_with(
          20, []() -> int { throw std::bad_alloc(); }, [](int, std::size_t) {}, Loop{4}),
      std::bad_alloc);
}

TEST_CASE("a thread of a parallel loop makes one workspace, if it has work", "[parallel_for]") {
  for (const std::size_t count : {0, 1, 3, 500}) {
    std::atomic<std::size_t> made = 0;
    std::vector<std::atomic<int>> runs(count);
    parallel_for_with(
        count,
        [&] {
          ++made;
          return std::vector<std::size_t>();
        },
        [&](std::vector<std::size_t>& mine, std::size_t n) {
          mine.push_back(n);  // a race, if two threads had the same
          ++runs[n];
        },
        Loop{6});
    INFO(count << " indices, " << made << " workspaces");
    REQUIRE(made <= std::min<std::size_t>(6, count));
    REQUIRE((made > 0) == (count > 0));
    REQUIRE(std::ranges::all_of(runs, [](const auto& n) { return n.load() == 1; }));
  }
}

TEST_CASE("parallel loops nest", "[parallel_for]") {
  for (const int levels : {1, 2}) {
    const int before = omp_get_max_active_levels();
    omp_set_max_active_levels(levels);
    std::atomic<int> runs = 0;
    std::size_t caught = 0;
    try {
      parallel_for(
          10,
          [&](std::size_t outer) {
            parallel_for(
                10,
                [&](std::size_t inner) {
                  ++runs;
                  if (outer >= 3 && inner >= 4) throw AtIndex(10 * outer + inner);
                },
                Loop{3});
          },
          Loop{2});
    } catch (const AtIndex& failure) {
      caught = failure.index;
    }
    omp_set_max_active_levels(before);
    INFO(levels << " active levels");
    REQUIRE(caught == 34);
    REQUIRE(runs >= 35);
  }
}

TEST_CASE("a parallel loop takes OpenMP's number of threads", "[parallel_for]") {
  test::with_threads(3, [] {
    std::atomic<int> most = 0;
    parallel_for<Handout::kStatic>(3, [&](std::size_t) { most = omp_get_num_threads(); });
    REQUIRE(most == 3);
  });
}

}  // namespace
}  // namespace apsp
