// SPDX-License-Identifier: MIT
#include "common/core/radix_queue.hpp"

#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "common/testing/catch.hpp"

namespace apsp {
namespace {

/// Adds, removes and pops at random, and compares each pop with an ordered set.
template <typename Length>
void require_ordered(Length most_step, std::uint32_t seed) {
  constexpr std::size_t kVertices = 200;
  std::mt19937_64 random(seed);
  RadixQueue queue(kVertices);
  std::vector<Length> lengths(kVertices);
  std::set<std::pair<Length, std::int32_t>> expected;
  for (int turn = 0; turn < 3; ++turn) {
    queue.restart();
    Length last = 0;
    for (int step = 0; step < 2'000; ++step) {
      const auto vertex = static_cast<std::int32_t>(random() % kVertices);
      Length& length = lengths[static_cast<std::size_t>(vertex)];
      const bool held = expected.erase({length, vertex}) > 0;
      if (held) queue.remove(vertex);
      if (!held || step % 4 != 0) {
        length = last + static_cast<Length>(random() % (static_cast<std::uint64_t>(most_step) + 1));
        queue.add(vertex, length);
        expected.insert({length, vertex});
      }
      REQUIRE(queue.empty() == expected.empty());
      if (random() % 3 != 0 || expected.empty()) continue;
      const std::int32_t popped = queue.pop(lengths.data());
      last = lengths[static_cast<std::size_t>(popped)];
      REQUIRE(last == expected.begin()->first);
      REQUIRE(expected.erase({last, popped}) == 1);
    }
    while (!expected.empty()) {
      const std::int32_t popped = queue.pop(lengths.data());
      const Length length = lengths[static_cast<std::size_t>(popped)];
      REQUIRE(length == expected.begin()->first);
      REQUIRE(expected.erase({length, popped}) == 1);
    }
    REQUIRE(queue.empty());
  }
}

TEST_CASE("the smallest length comes first", "[dijkstra]") {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    INFO("seed " << seed);
    for (const std::int32_t most : {0, 1, 2, 1'000, 500'000}) require_ordered(most, seed);
    for (const std::int64_t most : {std::int64_t{7}, std::int64_t{1} << 50}) {
      require_ordered(most, seed);
    }
  }
}

}  // namespace
}  // namespace apsp
